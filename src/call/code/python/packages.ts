/**
 * Widely used packages that cannot act: no call of theirs reads, writes, runs or contacts anything by itself. What a
 * package writes when it is asked to (`save`, `to_csv`) is seen by the method, whatever it belongs to.
 */
export const PACKAGES = {
  'text, dates, names and numbers': `ahocorasick annotated_doc arabic_reshaper bidi bashlex bibtexparser boolean braceexpand bracex cachelib cached_property cfgv circuitbreaker
    colormath commentjson conllu cssutils dataclass_wizard dataclasses_json datasketch dateutil decouple deepmerge diff_match_patch dirty_equals docstring_parser durationpy editdistance
    email_reply_parser esprima et_xmlfile exceptiongroup feedgen flatdict flatten_json funcy fuzzysearch genson geographiclib gherkin greenlet griffe httptools iminuit importlib_metadata
    importlib_resources iniconfig injector intelhex isoweek iteration_utilities jiter jsondiff jsonpath_rw jsonpath_rw_ext jsonref jsonschema_specifications junitparser junit_xml langcodes
    latex2mathml lazy_object_proxy linkify_it logfmt lunardate lxml_html_clean mapbox_earcut markdown2 mdit_py_plugins mdurl mergedeep minify_html mistletoe munkres mypy_extensions natsort
    num2words numpydoc opencc openapi_spec_validator opt_einsum orderly_set ordered_set orderedmultidict overrides parse_type petname pprintpp prettyprinter progress promise propcache
    psygnal publicsuffix2 puremagic purl pyasn1_modules pycparser pydash pyee pyfakefs pyhocon pykakasi pylev pymdownx pypinyin pyrfc3339 pysbd python_multipart pythonjsonlogger radon
    random_word readabilipy recordclass referencing rfc3339_validator rich_argparse roman rpds ruamel s2sphere sacremoses schedule schematics simhash simple_parsing simplekml
    sniffio sqlalchemy_utils srsly stack_data strenum stringcase svgwrite.shapes tblib text_unidecode textstat thinc toposort traitlets treelib typing_inspect typing_inspection uritemplate uritools
    vulture wasabi wcmatch webargs webob word2number wordninja xlwt xlutils xmljson yapf zict zope marko mistune markdown_it titlecase unidiff whatthepatch tinycss cssmin rcssmin rjsmin jsmin
    htmlmin inscriptis trafilatura.extract justext boilerpy3 newspaper.fulltext lorem essential_generators exrex rstr strsimpy abydos jiwer sacrebleu pyphen hyphen pronouncing metaphone
    phonetics stanza.utils simplejson ujson5 demjson3 jsonslicer json_stream tomlkit pytoml configobj dpath jsonpath benedict addict python_box box prodict easydict attrdict dotty_dict
    glom immutabledict pvectorc sortedcollections blist bintrees pyroaring roaringbitmap bitarray bloom_filter pybloom_live cuckoo pygtrie marisa_trie datrie dawg hat_trie
    sexpdata pyedn edn_format pyaml yamlcore oyaml strictyaml yamllint.linter hcl2 pyhcl jproperties javaproperties ini2toml tomlscript sqlfluff.core sql_metadata pypika sqlparse
    colander valideer cyclopts cleo cliff textual delorean pygal ward hamcrest astor redbaron semantic_version stdlib_list unicodecsv avro.schema avro.io avro.datafile
    google.protobuf pyinstrument memory_profiler line_profiler mo_sql_parsing pyparsing lark textX rply sly parsimonious pe arpeggio tatsu pegen antlr4 ometa`,
  'statistics, learning and science': `autograd equinox fastcore hyperopt implicit lifelines lightfm llvmlite lpips ml_dtypes mlxtend mpl_toolkits mplfinance plotnine pyecharts pynndescent pyod river
    salib scikitplot seqeval simplification skopt sklego tensorly torch_geometric tsai yellowbrick control cmaes darts deap emcee corner arviz pymc bambi pyro numpyro blackjax optax haiku chex
    orbax.checkpoint.args einops kornia albumentations imgaug monai.transforms segmentation_models_pytorch.losses torchinfo torchsummary thop fvcore ptflops captum lime alibi interpret eli5
    dice_ml fairlearn aif360 econml dowhy causalml causalinference linearmodels arch pyflux sktime aeon tslearn stumpy tsfresh kats neuralprophet statsforecast mlforecast nixtla gluonts pmdarima
    ruptures pykalman filterpy hmmlearn pomegranate pgmpy bnlearn factor_analyzer prince umap openTSNE phate trimap pacmap hdbscan kmodes sklearn_extra minisom som pyclustering
    networkx igraph graph_tool community leidenalg karateclub node2vec ogb dgl pykeen ripser persim gudhi giotto kmapper scanpy anndata.AnnData squidpy Bio.Seq Bio.Align Bio.Data
    pymatgen.core ase.build rdkit openbabel mdtraj.geometry MDAnalysis.analysis pint unyt quantities astropy sunpy.coordinates skyfield.units poliastro pvlib metpy windrose
    shapely geopandas movingpandas pyproj pygeos libpysal esda splot mapclassify spaghetti spreg mgwr h3 s2cell geohash pygeohash geojson turfpy haversine rasterstats
    numba cupy jax pythran taichi warp autoray pymoo nevergrad ax botorch gpytorch GPy GPyOpt bayes_opt dragonfly smac sherpa flaml tpot auto_sklearn
    cvxopt cvxpy pulp mip highspy scip pyscipopt gekko docplex ortools pyomo picos scs osqp ecos clarabel qpsolvers quadprog
    colorspacious colour cmocean cmcrameri palettable distinctipy adjustText brokenaxes joypy ptitprince statannotations upsetplot venn matplotlib_venn squarify pywaffle wordcloud
    altair bokeh.models bokeh.plotting.figure holoviews hvplot datashader panel.widgets pyvis.network graphviz.Digraph.node pydot pydotplus anytree bigtree asciitree treelib`,
  'the half of a network library that answers': 'aiohttp.web websockets.frames',
  'words of browsers that are driven':
    'selenium.webdriver.common selenium.webdriver.support selenium.common selenium.webdriver.chrome.service selenium.webdriver.firefox.service webdriver_manager.core',
  'frameworks, tests and what they are described with': `aiocache.serializers apispec apispec_webframeworks asgiref asgi_lifespan behave.model blacksheep.messages brotli_asgi channels.layers cherrypy.tools connexion.problem
    dependency_injector django_extensions django_redis.serializers djangorestframework drf_spectacular drf_yasg factory_boy falcon fastapi_pagination fastapi_utils flasgger flask_admin flask_babel flask_bcrypt
    flask_caching flask_htmx flask_jwt_extended flask_marshmallow flask_migrate flask_smorest flask_socketio.rooms flask_sqlalchemy flask_talisman graphene_django graphene_sqlalchemy guardian litestar
    masonite ninja ninja_extra pyramid.response quart sanic.response spectree starlette_admin starlite strawberry tornado.escape tornado.template tornado.web uvicorn.logging web2py whitenoise
    wtforms_alchemy piccolo.columns pony.orm.core tortoise.fields tortoise.models ormar peewee mongoengine.fields beanie.odm odmantic pydantic_settings pydantic_extra_types
    allure assertpy approvaltests.reporters behave expects faker hamcrest hypothesis inline_snapshot mamba mimesis model_mommy nose2 parameterized polyfactory pytest_bdd pytest_benchmark
    pytest_cases pytest_check pytest_cov pytest_django pytest_factoryboy pytest_freezegun pytest_httpx pytest_lazyfixture pytest_mock pytest_subtests pytest_xdist schemathesis.checks
    snapshottest syrupy testfixtures testtools time_machine typeguard vcrpy xdoctest zope.interface locust.between
    langchain_core langchain_text_splitters langchain.prompts langchain.schema langgraph.graph llama_index.core.schema instructor.patch outlines.types dspy.Signature tiktoken
    semantic_kernel.functions autogen.messages pydantic_ai.messages mcp.types fastmcp.utilities jsonrpcclient jsonrpcserver.result
    prometheus_client.Counter prometheus_client.Gauge prometheus_client.Histogram prometheus_client.Summary prometheus_client.generate_latest prometheus_client.CollectorRegistry opentelemetry.trace
    opentelemetry.metrics opentelemetry.context sentry_sdk.utils structlog eliot logbook picologging loguru rich_toolkit textual.widgets textual.containers urwid npyscreen asciimatics.effects
    pyfiglet art cowsay emoji alive_progress progressbar2 tqdm_joblib halo yaspin simple_term_menu pick inquirer questionary bullet beaupy consolemenu termgraph plotext sparklines
    gym gymnasium pettingzoo stable_baselines3.common minigrid procgen pygame.math pygame.Rect pygame.Vector2 pymunk Box2D pyglet.math arcade.math ursina.color panda3d.core.Vec3 noise opensimplex perlin_noise
    chess.Board chess.Move chess.svg shogi.Board sgfmill treys pokerkit random_maze mazelib constraint pysat z3 clingo.Symbol kanren sympy.logic miasm.expression
    qiskit.circuit qiskit.quantum_info cirq pennylane projectq pyquil.gates strawberryfields.ops perceval openfermion`,
} as const
