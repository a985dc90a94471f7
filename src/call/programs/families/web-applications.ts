import type { Program } from '../../shell/programs/program.ts'
import type { Entries, Entry } from '../entry.ts'
import { family } from '../walk.ts'

/** What starts or administers a web application in Python: the project's own code. */
const APPLICATION: Entry = { project: ['manage.py', 'app.py', 'wsgi.py'], language: 'python' }

const entries: Entries = {
  flask: {
    options: { '-e, --env-file': 'read', '-A, --app': 'loads-code' },
    flags: '--debug --no-debug -h --version',
    language: 'python',
    subcommands: {
      run: {
        ...APPLICATION,
        options: {
          '--cert, --key': 'read',
          '-h, --host, -p, --port, --extra-files, --exclude-patterns': 'text',
        },
        flags: '--[no-]reload --[no-]debugger --with-threads --without-threads --lazy-loading --eager-loading',
      },
      routes: { ...APPLICATION, options: { '-s, --sort': 'text' }, flags: '--all-methods' },
      shell: { ...APPLICATION, stdin: 'code' },
      // Commands of the project.
      'db init, db migrate, db upgrade, db downgrade, db current, db history, db heads, db show, db stamp, db check, db revision, db merge, init-db, seed':
        {
          ...APPLICATION,
          operands: 'text',
          options: {
            '-d, --directory': 'project-directory',
            '-m, --message, --rev-id, --branch-label, -x, --x-arg, --tag, --head': 'text',
          },
          flags: '--sql -v --verbose --autogenerate --multidb',
        },
    },
    examples: {
      'flask run': [],
      'flask run -e e.in -A /tmp/x': ['read e.in', 'code python file /tmp/x'],
      'flask run --cert cert.in --key key.in': ['read cert.in', 'read key.in'],
      'cd /tmp/x && flask run': ['names /tmp/x', 'run flask', 'code python file /tmp/x'],
      'cd /tmp/x && flask routes': ['names /tmp/x', 'run flask', 'code python file /tmp/x'],
      'cd /tmp/x && flask shell': ['names /tmp/x', 'run flask', 'code python file /tmp/x', 'opaque interactive'],
      'flask db init -d /tmp/x x': ['code python file /tmp/x'],
      'cd /tmp/x && flask db init x': ['names /tmp/x', 'run flask', 'code python file /tmp/x'],
      'flask run --unheard-of': ['unknown option --unheard-of of flask run'],
    },
  },
  uvicorn: {
    ...APPLICATION,
    operands: 'text',
    options: {
      '--app-dir': 'project-directory',
      '--reload-dir': 'names',
      '--env-file': 'read',
      '--log-config': 'loads-code',
      '--loop, --http, --ws': 'loads-code',
      '--ssl-keyfile, --ssl-certfile, --ssl-ca-certs': 'read',
      '--uds': 'write',
      '--host, --port, --fd, --lifespan, --interface, --reload-include, --reload-exclude, --reload-delay, --workers, --log-level, --ws-max-size, --ws-max-queue, --ws-ping-interval, --ws-ping-timeout, --root-path, --limit-concurrency, --backlog, --limit-max-requests, --timeout-keep-alive, --timeout-graceful-shutdown, --timeout-worker-healthcheck, --ssl-keyfile-password, --ssl-version, --ssl-cert-reqs, --ssl-ciphers, --header, --h11-max-incomplete-event-size, --forwarded-allow-ips':
        'text',
    },
    flags:
      '--reload --debug --[no-]access-log --[no-]use-colors --[no-]proxy-headers --[no-]server-header --[no-]date-header --factory --ws-per-message-deflate -h',
    examples: {
      'uvicorn x': [],
      'uvicorn --app-dir /tmp/x --reload-dir dir x': ['code python file /tmp/x', 'names dir'],
      'uvicorn --env-file env.in --log-config /tmp/x x': ['read env.in', 'code python file /tmp/x'],
      'uvicorn --loop /tmp/x --http /tmp/x x': ['code python file /tmp/x', 'code python file /tmp/x'],
      'uvicorn --ws /tmp/x --ssl-keyfile ssl.in x': ['code python file /tmp/x', 'read ssl.in'],
      'uvicorn --ssl-certfile ssl.in --ssl-ca-certs ssl.in x': ['read ssl.in', 'read ssl.in'],
      'uvicorn --uds uds.out x': ['write uds.out'],
      'cd /tmp/x && uvicorn x': ['names /tmp/x', 'run uvicorn', 'code python file /tmp/x'],
      'uvicorn --unheard-of x': ['unknown option --unheard-of of uvicorn'],
    },
  },
  gunicorn: {
    ...APPLICATION,
    operands: 'text',
    options: {
      '-c, --config': 'loads-code',
      '-k, --worker-class': 'loads-code',
      '--logger-class': 'loads-code',
      '--log-config, --log-config-json': 'loads-code',
      '--paste, --paster': 'loads-code',
      '--pythonpath': 'project-directory',
      '--chdir': 'project-directory',
      '-p, --pid, --pidfile': 'write',
      '--access-logfile, --error-logfile, --log-file': 'append',
      '--keyfile, --certfile, --ca-certs': 'read',
      '--worker-tmp-dir': 'names',
      // They change who it is, or what is set for its workers.
      '-u, --user, -g, --group': 'text',
      '-e, --env': { keys: { '*': 'text' } },
      '-b, --bind, --backlog, -w, --workers, --threads, --worker-connections, --max-requests, --max-requests-jitter, -t, --timeout, --graceful-timeout, --keep-alive, --limit-request-line, --limit-request-fields, --limit-request-field_size, -n, --name, -m, --umask, --log-level, --access-logformat, --forwarded-allow-ips, --proxy-allow-from, --statsd-host, --statsd-prefix, --reload-extra-file, --reload-engine, --log-syslog-to, --ssl-version, --cert-reqs, --ciphers, --header-map, --dogstatsd-tags':
        'text',
    },
    flags:
      '--reload --preload --spew --check-config --print-config --sendfile --no-sendfile --reuse-port --capture-output --log-syslog --proxy-protocol --disable-redirect-access-to-syslog --enable-stdio-inheritance --initgroups -R -D --daemon -h -v',
    examples: {
      'gunicorn x': [],
      'gunicorn -c /tmp/x -k /tmp/x x': ['code python file /tmp/x', 'code python file /tmp/x'],
      'gunicorn --logger-class /tmp/x --log-config /tmp/x x': ['code python file /tmp/x', 'code python file /tmp/x'],
      'gunicorn --log-config-json /tmp/x --paste /tmp/x x': ['code python file /tmp/x', 'code python file /tmp/x'],
      'gunicorn --paster /tmp/x --pythonpath /tmp/x x': ['code python file /tmp/x', 'code python file /tmp/x'],
      'gunicorn --chdir /tmp/x --pid pid.out x': ['code python file /tmp/x', 'write pid.out'],
      'gunicorn --pidfile pidfil.out --access-logfile access.log x': ['write pidfil.out', 'append access.log'],
      'gunicorn --error-logfile error.log --log-file log.log x': ['append error.log', 'append log.log'],
      'gunicorn --keyfile keyfil.in --certfile certfi.in x': ['read keyfil.in', 'read certfi.in'],
      'gunicorn --ca-certs ca.in --worker-tmp-dir dir x': ['read ca.in', 'names dir'],
      'cd /tmp/x && gunicorn x': ['names /tmp/x', 'run gunicorn', 'code python file /tmp/x'],
      'gunicorn --unheard-of x': ['unknown option --unheard-of of gunicorn'],
    },
  },
  fastapi: {
    language: 'python',
    subcommands: {
      'dev, run': {
        ...APPLICATION,
        operands: 'loads-code',
        options: { '--host, --port, --app, --workers, --root-path, -e, --entrypoint': 'text', '--reload-dir': 'names' },
        flags: '--[no-]reload --[no-]proxy-headers',
      },
      'routes, info, version': { ...APPLICATION, operands: 'text' },
    },
    examples: {
      'fastapi dev /tmp/x': ['code python file /tmp/x'],
      'fastapi dev --reload-dir dir /tmp/x': ['names dir', 'code python file /tmp/x'],
      'cd /tmp/x && fastapi dev /tmp/x': [
        'names /tmp/x',
        'run fastapi',
        'code python file /tmp/x',
        'code python file /tmp/x',
      ],
      'cd /tmp/x && fastapi routes x': ['names /tmp/x', 'run fastapi', 'code python file /tmp/x'],
      'fastapi dev --unheard-of': ['unknown option --unheard-of of fastapi dev'],
    },
  },
  'django-admin manage.py': {
    language: 'python',
    options: {
      '--pythonpath': 'project-directory',
      '--settings, -v, --verbosity': 'text',
    },
    flags: '--traceback --no-color --force-color --skip-checks -h',
    subcommands: {
      'check, test, showmigrations, migrate, makemigrations, collectstatic, createcachetable, diffsettings, inspectdb, sqlmigrate, sqlsequencereset, compilemessages, makemessages, optimizemigration, squashmigrations, findstatic, ping_google':
        {
          ...APPLICATION,
          operands: 'text',
          options: {
            '--testrunner': 'loads-code',
            '-n, --name, -k, --tag, --exclude-tag, --database, --parallel, --shuffle, -l, --locale, -x, --exclude, -d, --domain, -e, --extension, -i, --ignore, -p, --pattern, -t, --top-level, --fail-level, --deploy':
              'text',
          },
          flags:
            '--noinput --no-input --failfast --reverse --keepdb --debug-sql --pdb --buffer --timing --plan --check --dry-run --merge --empty --fake --fake-initial --run-syncdb --prune --list --clear --link -c -a --all --update --scriptable -b',
        },
      'startproject, startapp': {
        operands: ['text', 'directory'],
        options: { '--template': 'loads-code', '-e, --extension, -n, --name, -x, --exclude': 'text' },
      },
      runserver: {
        ...APPLICATION,
        operands: 'text',
        flags: '--noreload --nothreading --ipv6 -6 --nostatic --insecure',
      },
      loaddata: {
        ...APPLICATION,
        operands: 'text',
        options: { '--database, --app, --format, -e, --exclude': 'text' },
        flags: '-i',
      },
      dumpdata: {
        ...APPLICATION,
        operands: 'text',
        options: { '-o, --output': 'write', '--format, --indent, --database, -e, --exclude, --pks': 'text' },
        flags: '--natural-foreign --natural-primary -a --all',
      },
      'help, version': { operands: 'text' },
      flush: { ...APPLICATION, flags: '--noinput --no-input', effects: ['database delete-all'] },
    },
    examples: {
      'django-admin check x': [],
      'django-admin check --pythonpath /tmp/x x': ['code python file /tmp/x'],
      'django-admin check --testrunner /tmp/x x': ['code python file /tmp/x'],
      'cd /tmp/x && django-admin check x': ['names /tmp/x', 'run django-admin', 'code python file /tmp/x'],
      'django-admin startproject --template /tmp/x x b-dir': ['code python file /tmp/x', 'directory b-dir'],
      'cd /tmp/x && django-admin runserver x': ['names /tmp/x', 'run django-admin', 'code python file /tmp/x'],
      'cd /tmp/x && django-admin loaddata x': ['names /tmp/x', 'run django-admin', 'code python file /tmp/x'],
      'django-admin dumpdata -o o.out x': ['write o.out'],
      'cd /tmp/x && django-admin dumpdata x': ['names /tmp/x', 'run django-admin', 'code python file /tmp/x'],
      'django-admin flush': ['database delete-all'],
      'cd /tmp/x && django-admin flush': [
        'names /tmp/x',
        'run django-admin',
        'database delete-all',
        'code python file /tmp/x',
      ],
      'django-admin check --unheard-of': ['unknown option --unheard-of of django-admin check'],
    },
  },
  streamlit: {
    language: 'python',
    flags: '-h --version',
    options: { '--log_level': 'text' },
    subcommands: {
      run: {
        operands: ['loads-code', 'text…'],
        options: {
          '--server.address': { words: 'localhost 127.0.0.1 ::1', else: 'listen' },
          '--server.sslCertFile, --server.sslKeyFile': 'read',
          '--server.port, --server.headless, --server.runOnSave, --server.baseUrlPath, --server.maxUploadSize, --server.fileWatcherType, --browser.gatherUsageStats, --browser.serverAddress, --browser.serverPort, --logger.level, --theme.*, --client.*, --runner.*, --global.developmentMode':
            'text',
        },
      },
      hello: {},
      'version, help, docs, cache clear, config show': { operands: 'text' },
    },
    examples: {
      'streamlit run /tmp/x x': ['code python file /tmp/x'],
      'streamlit run --server.address :8080 /tmp/x x': ['open listener :8080', 'code python file /tmp/x'],
      'streamlit run --server.sslCertFile server.in /tmp/x x': ['read server.in', 'code python file /tmp/x'],
      'streamlit run --server.sslKeyFile server.in /tmp/x x': ['read server.in', 'code python file /tmp/x'],
      'streamlit run --unheard-of': ['unknown option --unheard-of of streamlit run'],
    },
  },
  celery: {
    language: 'python',
    options: {
      '-A, --app': 'loads-code',
      '-b, --broker, --result-backend': 'send',
      '--loader, --config': 'loads-code',
      '--workdir': 'project-directory',
    },
    flags: '-q --quiet --no-color -C --skip-checks -h --version',
    subcommands: {
      'worker, beat': {
        ...APPLICATION,
        options: {
          '-f, --logfile': 'append',
          '--pidfile': 'write',
          '-s, --schedule, -S, --statedb': 'write',
          '--scheduler, -P, --pool': 'loads-code',
          '-n, --hostname, -l, --loglevel, -O, --prefetch-multiplier, -c, --concurrency, --autoscale, -Q, --queues, -X, --exclude-queues, -I, --include, --max-tasks-per-child, --max-memory-per-child, --time-limit, --soft-time-limit, --max-interval, --uid, --gid, --umask':
            'text',
        },
        flags: '-E --task-events -B --beat --without-gossip --without-mingle --without-heartbeat --purge -D --detach',
      },
      'inspect ping, inspect active, inspect registered, inspect scheduled, inspect stats, status, report, list bindings':
        {
          ...APPLICATION,
          operands: 'text',
          options: { '-t, --timeout, -d, --destination': 'text' },
          flags: '-j --json',
        },
      purge: {
        ...APPLICATION,
        options: { '-Q, --queues': 'text' },
        flags: '-f --force',
        effects: ['service celery mass-delete'],
      },
    },
    examples: {
      'celery worker': [],
      'celery worker -A /tmp/x': ['code python file /tmp/x'],
      'celery worker --broker https://b.example': ['contact b.example upload data'],
      'celery worker --result-backend https://b.example': ['contact b.example upload data'],
      'celery worker --loader /tmp/x --config /tmp/x': ['code python file /tmp/x', 'code python file /tmp/x'],
      'celery worker --workdir /tmp/x': ['code python file /tmp/x'],
      'celery worker -f f.log --pidfile pidfil.out': ['append f.log', 'write pidfil.out'],
      'celery worker --schedule schedu.out --statedb stated.out': ['write schedu.out', 'write stated.out'],
      'celery worker --scheduler /tmp/x --pool /tmp/x': ['code python file /tmp/x', 'code python file /tmp/x'],
      'cd /tmp/x && celery worker': ['names /tmp/x', 'run celery', 'code python file /tmp/x'],
      'cd /tmp/x && celery inspect ping x': ['names /tmp/x', 'run celery', 'code python file /tmp/x'],
      'celery purge': ['service celery mass-delete'],
      'cd /tmp/x && celery purge': [
        'names /tmp/x',
        'run celery',
        'service celery mass-delete',
        'code python file /tmp/x',
      ],
      'celery worker --unheard-of': ['unknown option --unheard-of of celery worker'],
    },
  },
  alembic: {
    options: { '-c, --config': 'config', '-x, -n, --name': 'text' },
    flags: '--raiseerr -q --quiet -h --version',
    language: 'python',
    subcommands: {
      'upgrade, downgrade, stamp, check, current': {
        operands: 'text',
        project: ['alembic/env.py', 'migrations/env.py'],
        options: { '--tag': 'text' },
        flags: '--sql -v --verbose --purge --check-heads',
      },
      'revision, merge': {
        operands: 'text',
        project: ['alembic/env.py', 'migrations/env.py'],
        options: {
          '--version-path': 'directory',
          '-m, --message, --head, --branch-label, --rev-id, --depends-on': 'text',
        },
        flags: '--autogenerate --sql --splice',
      },
      'history, heads, branches, show': {
        operands: 'text',
        project: ['alembic/env.py', 'migrations/env.py'],
        options: { '-r, --rev-range': 'text' },
        flags: '-v --verbose -i --indicate-current --resolve-dependencies',
      },
      init: { operands: ['directory'], options: { '-t, --template': 'text' }, flags: '--package' },
      'list_templates, help': { operands: 'text' },
    },
    examples: {
      'alembic upgrade x': [],
      'alembic upgrade -c /tmp/x x': ['code other file /tmp/x'],
      'cd /tmp/x && alembic upgrade x': ['names /tmp/x', 'run alembic', 'code python file /tmp/x'],
      'alembic revision --version-path versio-dir x': ['directory versio-dir'],
      'cd /tmp/x && alembic revision x': ['names /tmp/x', 'run alembic', 'code python file /tmp/x'],
      'cd /tmp/x && alembic history x': ['names /tmp/x', 'run alembic', 'code python file /tmp/x'],
      'alembic init a-dir': ['directory a-dir'],
      'alembic upgrade --unheard-of': ['unknown option --unheard-of of alembic upgrade'],
    },
  },
}

export const webApplications: readonly Program[] = family(entries)
