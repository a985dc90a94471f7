import type { Program } from '../../shell/programs/program.ts'
import type { Entries } from '../entry.ts'
import { family } from '../walk.ts'

/** Build systems: they run the project's own code. What brings in other code, or writes elsewhere, is written down. */
const entries: Entries = {
  just: {
    operands: 'text',
    project: ['justfile', 'Justfile'],
    options: {
      '-f, --justfile': 'loads-code',
      '-d, --working-directory': 'project-directory',
      '--dotenv-path, -E, --dotenv-filename': 'project-directory',
      '--shell, --chooser, --cygpath': 'loads-code',
      '-c, --command': 'run-command',
      '--set': 'text text',
      '-s, --show, --usage, --shell-arg, --color, --command-color, --dump-format, --list-heading, --list-prefix, --alias-style, --timestamp-format, --ceiling, --indentation, --group':
        'text',
    },
    flags:
      '-l --list -n --dry-run -q --quiet -v --verbose --summary --unsorted -u --evaluate --dump --choose -e --edit --init --check --fmt --unstable --variables --groups --no-deps --no-dotenv --no-highlight --highlight --explain --list-submodules --clear-shell-args --no-aliases --one --yes --timestamp --time --changelog --man -g --global-justfile --allow-missing --complete-aliases -h -V',
    examples: {
      'just x': [],
      'just -f /tmp/x -d /tmp/x x': ['code other file /tmp/x', 'code other file /tmp/x'],
      'just --shell /tmp/x --chooser /tmp/x x': ['code other file /tmp/x', 'code other file /tmp/x'],
      "just --cygpath /tmp/x -c 'touch a' x": ['code other file /tmp/x', 'run touch', 'append a'],
      'cd /tmp/x && just x': ['names /tmp/x', 'run just', 'code other file /tmp/x'],
      'just --unheard-of x': ['unknown option --unheard-of of just'],
      'just --dotenv-path /tmp/x --dotenv-filename /tmp/x x': ['code other file /tmp/x', 'code other file /tmp/x'],
    },
  },
  ctest: {
    project: [],
    operands: 'text',
    options: {
      '--test-dir': 'project-directory',
      '-S, --script, -SP, --script-new-process': 'loads-code',
      '-O, --output-log': 'write',
      '--output-junit': 'write',
      '-C, --build-config, -R, --tests-regex, -E, --exclude-regex, -L, --label-regex, -LE, --label-exclude, -FA, --fixture-exclude-any, -I, --tests-information, --timeout, --stop-time, --preset, --repeat, --repeat-until-fail, --max-width, --test-load, --tests-from-file, --exclude-from-file, -j, --parallel':
        'text?',
      '--schedule-random, --rerun-failed': 'flag',
    },
    flags:
      '-V --verbose -VV --extra-verbose --debug --output-on-failure --stop-on-failure -F -Q --quiet -N --show-only --progress --no-tests=error --no-tests=ignore --list-presets -U --union --print-labels --no-label-summary --force-new-ctest-process --show-only=json-v1 -h',
    examples: {
      'ctest x': [],
      'ctest --test-dir /tmp/x --script /tmp/x x': ['code other file /tmp/x', 'code other file /tmp/x'],
      'ctest --script-new-process /tmp/x -O o.out x': ['code other file /tmp/x', 'write o.out'],
      'ctest --output-junit output.out x': ['write output.out'],
      'cd /tmp/x && ctest x': ['names /tmp/x', 'run ctest', 'code other file /tmp/x'],
      'ctest --unheard-of x': ['unknown option --unheard-of of ctest'],
    },
  },
  cpack: {
    project: [],
    options: {
      '-B': 'directory',
      '--config': 'loads-code',
      '-D': {
        keys: {
          'CPACK_INSTALL_SCRIPT*, CPACK_PRE*, CPACK_POST*, CPACK_*EXECUTABLE, CPACK_*SCRIPT': 'opaque',
          'CPACK_*': 'text',
        },
      },
      '-G, -C, -P, -R, --vendor, --preset': 'text',
    },
    flags: '-V --verbose --debug --trace --trace-expand --list-presets -h',
    examples: {
      cpack: [],
      'cpack -B b-dir --config /tmp/x': ['directory b-dir', 'code other file /tmp/x'],
      'cpack -D CPACK_INSTALL_SCRIPTx=x -D CPACK_x=x': ['opaque unknown-option'],
      'cd /tmp/x && cpack': ['names /tmp/x', 'run cpack', 'code other file /tmp/x'],
      'cpack --unheard-of': ['unknown option --unheard-of of cpack'],
    },
  },
  'ninja samu': {
    operands: 'text',
    project: ['build.ninja'],
    options: {
      '-C': 'project-directory',
      '-f': 'loads-code',
      '-j, -k, -l, -d, -t, -w': 'text',
    },
    flags: '-v --verbose -n --quiet -h',
    examples: {
      'ninja x': [],
      'ninja -C /tmp/x -f /tmp/x x': ['code other file /tmp/x', 'code other file /tmp/x'],
      'cd /tmp/x && ninja x': ['names /tmp/x', 'run ninja', 'code other file /tmp/x'],
      'ninja --unheard-of x': ['unknown option --unheard-of of ninja'],
    },
  },
  meson: {
    flags: '-h -v',
    subcommands: {
      'setup, configure, init': {
        operands: 'project-directory',
        project: ['meson.build'],
        options: {
          '--cross-file, --native-file': 'config',
          '--prefix, --bindir, --libdir, --datadir, --includedir, --sysconfdir, --localstatedir, --mandir, --libexecdir, --buildtype, --backend, --wrap-mode, --default-library, --warnlevel, --unity, --layout, --optimization, --auto-features, --pkg-config-path, --cmake-prefix-path, --build.pkg-config-path, -n, --name, -l, --language, --type, --vsenv':
            'text',
          '-D*, -D': {
            keys: { 'c_args, cpp_args, c_link_args, cpp_link_args': 'opaque', '*': 'text' },
          },
        },
        flags: '--reconfigure --wipe --clearcache --debug --strip --werror --fatal-meson-warnings --errorlogs',
      },
      'compile, dist, introspect, format, fmt': {
        operands: 'text',
        project: ['meson.build'],
        options: {
          '-C': 'project-directory',
          '-c, --configuration': 'read',
          '-j, --jobs, -l, --load-average, --formats': 'text',
        },
        flags:
          '-v --verbose --clean --no-tests --allow-dirty --include-subprojects --all --targets --tests --buildoptions --dependencies --projectinfo --ast --installed --benchmarks --buildsystem-files --scan-dependencies -i -q --check-only -r --recursive',
      },
      test: {
        operands: 'text',
        project: ['meson.build'],
        options: {
          '-C': 'project-directory',
          '--wrap, --wrapper, --gdb-path': 'run-command',
          '--test-args, --logbase, --suite, --no-suite, --repeat, -t, --timeout-multiplier, -j, --num-processes, --maxfail, --setup':
            'text',
        },
        flags: '-v --verbose -q --quiet --print-errorlogs --list --no-rebuild --benchmark --no-stdsplit --gdb',
      },
      install: {
        project: ['meson.build'],
        options: { '-C': 'project-directory', '--destdir': 'directory', '--tags, --skip-subprojects': 'text?' },
        flags: '--no-rebuild --only-changed --quiet -n --dry-run --strip',
      },
      'subprojects download, subprojects update, subprojects foreach, wrap install, wrap update': {
        operands: 'text',
        effects: ['install meson registry project'],
      },
      'rewrite, help, wrap list, wrap info, wrap status, wrap search, env2mfile': { operands: 'text' },
    },
    examples: {
      'meson setup tests': [],
      'meson setup --cross-file /tmp/x tests': ['code other file /tmp/x'],
      'meson setup --native-file /tmp/x -Dc_args=x -Dx=x tests': ['code other file /tmp/x', 'opaque unknown-option'],
      'meson setup -D c_args=x -D x=x tests': ['opaque unknown-option'],
      'cd /tmp/x && meson setup tests': [
        'names /tmp/x',
        'run meson',
        'code other file /tmp/x',
        'code other file /tmp/x/tests',
      ],
      'meson compile -C /tmp/x -c c.in x': ['code other file /tmp/x', 'read c.in'],
      'cd /tmp/x && meson compile x': ['names /tmp/x', 'run meson', 'code other file /tmp/x'],
      "meson test -C /tmp/x --wrap 'touch a' x": ['code other file /tmp/x', 'run touch', 'append a'],
      "meson test --wrapper 'touch a' --gdb-path 'touch a' x": ['run touch', 'append a', 'run touch', 'append a'],
      'cd /tmp/x && meson test x': ['names /tmp/x', 'run meson', 'code other file /tmp/x'],
      'meson install -C /tmp/x --destdir destdi-dir': ['code other file /tmp/x', 'directory destdi-dir'],
      'cd /tmp/x && meson install': ['names /tmp/x', 'run meson', 'code other file /tmp/x'],
      'meson subprojects download x': ['install meson x registry project'],
      'meson setup --unheard-of': ['unknown option --unheard-of of meson setup'],
    },
  },
  'bazel bazelisk': {
    options: {
      '--bazelrc': 'config',
      '--output_base, --output_user_root': 'directory',
      '--config, -c, --compilation_mode, -j, --jobs, --test_output, --test_filter, --test_arg, --test_tag_filters, --build_tag_filters, --platforms, --cpu, --define, --color, --curses, --ui_event_filters, --output, --runs_per_test, --test_timeout, --test_size_filters, --local_test_jobs, --show_result, --cache_test_results, --test_env, --keep_going, --verbose_failures, --subcommands, --notool_deps, --implicit_deps, --order_output, --noimplicit_deps, --nocache_test_results, --combined_report, --instrumentation_filter, --java_language_version, --features, --stamp, --universe_scope, --max_idle_secs':
        'text',
      '--//*, --@*, --incompatible_*, --noincompatible_*': 'text?',
    },
    flags:
      '-k -s -h --batch --nobatch --announce_rc --noshow_progress --show_progress --noshow_loading_progress --sandbox_debug --nobuild --build --notest_verbose_timeout_warnings --compile_one_dependency --expunge --async --notool_deps --build_tests_only --nobuild_tests_only --nostamp --flaky_test_attempts --nohome_rc --nosystem_rc --noworkspace_rc --lockfile_mode=update --lockfile_mode=error',
    subcommands: {
      'build, test, coverage, run, query, cquery, aquery, fetch, sync, mod': {
        operands: 'text',
        project: ['BUILD', 'BUILD.bazel', 'WORKSPACE', 'MODULE.bazel'],
      },
      'info, version, help, clean, shutdown, license, dump, analyze-profile': { operands: 'text' },
    },
    examples: {
      'bazel build x': [],
      'bazel build --bazelrc /tmp/x --output_base output-dir x': ['code other file /tmp/x', 'directory output-dir'],
      'bazel build --output_user_root output-dir x': ['directory output-dir'],
      'cd /tmp/x && bazel build x': ['names /tmp/x', 'run bazel', 'code other file /tmp/x'],
      'bazel build --unheard-of': ['unknown option --unheard-of of bazel build'],
    },
  },
  'gradle gradlew': {
    operands: 'text',
    project: ['build.gradle', 'build.gradle.kts', 'settings.gradle', 'init.gradle'],
    options: {
      '-I, --init-script': 'loads-code',
      '-b, --build-file, -c, --settings-file': 'loads-code',
      '-p, --project-dir, --include-build': 'project-directory',
      '-g, --gradle-user-home': 'project-directory',
      '--project-cache-dir': 'directory',
      '-D': {
        keys: {
          'org.gradle.jvmargs, org.gradle.java.home, org.gradle.java.installations.*, http.*, https.*, javax.net.*, systemProp.*, org.gradle.wrapperUser':
            'opaque',
          '*': 'text',
        },
      },
      '-P': 'text',
      '--gradle-distribution-url, --distribution-url': 'fetch',
      '-x, --exclude-task, --tests, --console, --max-workers, --warning-mode, --configuration, --dependency, --type, --dsl, --test-framework, --project-name, --package, --group, --gradle-version, --distribution-type, --priority, --task, --args, --java-version, --write-verification-metadata, --rules, --types':
        'text',
    },
    flags:
      '-a --no-rebuild -d --debug -i --info -q --quiet -w --warn -s --stacktrace -S --full-stacktrace -m --dry-run -t --continuous --continue --offline --parallel --no-parallel --daemon --no-daemon --foreground --stop --status --build-cache --no-build-cache --configuration-cache --no-configuration-cache --configure-on-demand --no-configure-on-demand --refresh-dependencies --refresh-keys --export-keys --rerun-tasks --rerun --all --no-scan --write-locks --profile --fail-fast --test-dry-run --incubating --no-incubating --split-project --no-split-project --use-defaults --overwrite --no-overwrite --watch-fs --no-watch-fs --problems-report --no-problems-report -U -h -? -v -V',
    // It sends what it did to a service.
    when: { '--scan': ['send https://scans.gradle.com'] },
    examples: {
      'gradle x': [],
      'gradle -I /tmp/x --build-file /tmp/x x': ['code other file /tmp/x', 'code other file /tmp/x'],
      'gradle --settings-file /tmp/x --project-dir /tmp/x x': ['code other file /tmp/x', 'code other file /tmp/x'],
      'gradle --include-build /tmp/x -g /tmp/x x': ['code other file /tmp/x', 'code other file /tmp/x'],
      'gradle --project-cache-dir projec-dir x': ['directory projec-dir'],
      'gradle -D org.gradle.jvmargs=x -D x=x x': ['opaque unknown-option'],
      'gradle --gradle-distribution-url https://a.example x': ['contact a.example fetch'],
      'gradle --distribution-url https://a.example x': ['contact a.example fetch'],
      'gradle --scan x': ['contact scans.gradle.com upload data'],
      'cd /tmp/x && gradle x': ['names /tmp/x', 'run gradle', 'code other file /tmp/x'],
      'gradle --unheard-of x': ['unknown option --unheard-of of gradle'],
    },
  },
  'mvn mvnw mvnd': {
    operands: {
      keys: {
        'validate, initialize, generate-sources, process-sources, generate-resources, process-resources, compile, process-classes, generate-test-sources, process-test-sources, test-compile, test, package, prepare-package, pre-integration-test, integration-test, post-integration-test, verify, install, deploy, clean, pre-clean, post-clean, site, site-deploy':
          'flag',
        'dependency, versions, help, archetype, spring-boot, surefire, failsafe, jacoco, checkstyle, spotless, pmd, spotbugs, javadoc, source, wrapper, idea, eclipse, quarkus, jetty, tomcat7, liquibase, flyway, compiler, resources, jar, war, assembly, shade, enforcer, site, release, license, sonar, fmt, formatter, javafx, protobuf, antrun, native, jib, mn, micronaut, org.apache.maven.plugins, org.springframework.boot, io.quarkus, io.quarkus.platform, org.jacoco, org.owasp, com.diffplug.spotless, org.sonarsource.scanner.maven':
          'text',
        // `exec:exec` starts what another option names.
        exec: { words: 'java help', else: 'opaque' },
      },
      assign: ':',
    },
    project: ['pom.xml'],
    options: {
      '-f, -file': 'loads-code',
      '-s, -settings, -t, -toolchains': 'read',
      '-gs, -global-settings, -gt, -global-toolchains': 'config',
      '-l, -log-file': 'write',
      '-D*, -D, -define': {
        keys: {
          'argLine, jvm, exec.executable, maven.ext.class.path, maven.compiler.executable, maven.wagon.http.*, aether.*, altDeploymentRepository, altReleaseDeploymentRepository, altSnapshotDeploymentRepository, settings.security, maven.multiModuleProjectDirectory, javax.net.*, http.*, https.*, remoteRepositories, debugForkedProcess, maven.surefire.debug':
            'opaque',
          'maven.repo.local, outputDirectory': 'directory',
          'output, outputFile': 'write',
          '*': 'text',
        },
      },
      '-P, -activate-profiles, -pl, -projects, -T, -threads, -rf, -resume-from, -color, -b, -builder': 'text',
      '-T*, -P*': 'text',
    },
    style: 'single-dash',
    flags:
      '-q -quiet -B -batch-mode -ntp -no-transfer-progress -o -offline -U -update-snapshots -X -debug -e -errors -am -also-make -amd -also-make-dependents -fae -fail-at-end -ff -fail-fast -fn -fail-never -N -non-recursive -nsu -no-snapshot-updates -C -strict-checksums -c -lax-checksums -V -show-version -v -version -h -help -npu -up -cpu -ntp -itr',
    examples: {
      'mvn dependency:x': [],
      'mvn -f /tmp/x -file /tmp/x dependency:x': ['code other file /tmp/x', 'code other file /tmp/x'],
      'mvn -s s.in -settings settin.in -t t.in dependency:x': ['read s.in', 'read settin.in', 'read t.in'],
      'mvn -toolchains toolch.in -gs /tmp/x dependency:x': ['read toolch.in', 'code other file /tmp/x'],
      'mvn -global-settings /tmp/x -gt /tmp/x dependency:x': ['code other file /tmp/x', 'code other file /tmp/x'],
      'mvn -global-toolchains /tmp/x -l l.out dependency:x': ['code other file /tmp/x', 'write l.out'],
      'mvn -log-file log.out -DargLine=x dependency:x': ['write log.out', 'opaque unknown-option'],
      'mvn -D argLine=x -D maven.repo.local=d-dir dependency:x': ['opaque unknown-option', 'directory d-dir'],
      'mvn -D output=d.out -D x=x -define argLine=x dependency:x': ['write d.out', 'opaque unknown-option'],
      'mvn -Dmaven.repo.local=d-dir -Doutput=d.out -Dx=x dependency:x': ['directory d-dir', 'write d.out'],
      'mvn -define maven.repo.local=define-dir dependency:x': ['directory define-dir'],
      'mvn -define output=define.out -define x=x dependency:x': ['write define.out'],
      'mvn exec:x': ['opaque unknown-option'],
      'cd /tmp/x && mvn dependency:x': ['names /tmp/x', 'run mvn', 'code other file /tmp/x'],
      'mvn -unheard-of dependency:x': ['unknown option -unheard-of of mvn'],
    },
  },
  ant: {
    operands: 'text',
    style: 'single-dash',
    project: ['build.xml'],
    options: {
      '-f, -file, -buildfile, -propertyfile': 'loads-code',
      '-lib': 'loads-code',
      '-l, -logfile': 'write',
      '-logger, -listener, -inputhandler, -main': 'loads-code',
      '-D*': 'text',
      '-nice, -s, -find': 'text',
    },
    flags:
      '-p -projecthelp -diagnostics -q -quiet -S -silent -v -verbose -d -debug -e -emacs -noinput -k -keep-going -nouserlib -noclasspath -autoproxy -version -h -help',
    examples: {
      'ant x': [],
      'ant -f /tmp/x -file /tmp/x x': ['code other file /tmp/x', 'code other file /tmp/x'],
      'ant -buildfile /tmp/x -propertyfile /tmp/x x': ['code other file /tmp/x', 'code other file /tmp/x'],
      'ant -lib /tmp/x -l l.out -logfile logfil.out x': ['code other file /tmp/x', 'write l.out', 'write logfil.out'],
      'ant -logger /tmp/x -listener /tmp/x x': ['code other file /tmp/x', 'code other file /tmp/x'],
      'ant -inputhandler /tmp/x -main /tmp/x x': ['code other file /tmp/x', 'code other file /tmp/x'],
      'cd /tmp/x && ant x': ['names /tmp/x', 'run ant', 'code other file /tmp/x'],
      'ant -unheard-of x': ['unknown option -unheard-of of ant'],
    },
  },
  'lein bb': {
    operands: 'text',
    project: ['project.clj', 'deps.edn', 'bb.edn'],
    forms: {
      '-e, --eval': { operands: 'code' },
      '-f, --file': { operands: ['run-file'], rest: 'text' },
    },
    flags: '-o -U -h',
    examples: {
      'lein x': [],
      'cd /tmp/x && lein x': ['names /tmp/x', 'run lein', 'code other file /tmp/x'],
      'lein -e x': ['code other inline'],
      'lein -f /tmp/x': ['code other file /tmp/x'],
      'lein --unheard-of x': ['unknown option --unheard-of of lein'],
    },
  },
  scons: {
    operands: 'text',
    project: ['SConstruct'],
    language: 'python',
    options: {
      '-f, --file, --makefile, --sconstruct': 'loads-code',
      '-C, --directory': 'project-directory',
      '--site-dir': 'loads-code',
      '-I, --include-dir': 'project-directory',
      '--cache-debug, --profile, --taskmastertrace': 'write',
      '-j, --jobs, --debug, --warn, -Y, --repository, --max-drift, --stack-size, --tree': 'text',
    },
    flags:
      '-c --clean --remove -n --dry-run --no-exec --just-print --recon -k --keep-going -i --ignore-errors -s --silent --quiet -Q -u -U --up -D --implicit-cache --cache-disable --cache-show --interactive -h -H -v',
    examples: {
      'scons x': [],
      'scons --file /tmp/x --makefile /tmp/x x': ['code python file /tmp/x', 'code python file /tmp/x'],
      'scons --sconstruct /tmp/x -C /tmp/x x': ['code python file /tmp/x', 'code python file /tmp/x'],
      'scons --site-dir /tmp/x -I /tmp/x x': ['code python file /tmp/x', 'code python file /tmp/x'],
      'scons --cache-debug cache.out --profile profil.out x': ['write cache.out', 'write profil.out'],
      'scons --taskmastertrace taskma.out x': ['write taskma.out'],
      'cd /tmp/x && scons x': ['names /tmp/x', 'run scons', 'code python file /tmp/x'],
      'scons --unheard-of x': ['unknown option --unheard-of of scons'],
    },
  },
  rake: {
    operands: 'text',
    project: ['Rakefile', 'rakefile', 'Rakefile.rb'],
    language: 'ruby',
    options: {
      '-f, --rakefile': 'loads-code',
      '-r, --require': 'loads-code',
      '-R, --rakelibdir, --rakelib': 'project-directory',
      '-I, --libdir': 'project-directory',
      '-C, --directory': 'project-directory',
      '-e, --execute, -p, --execute-print, -E, --execute-continue': 'code',
      '-j, --jobs, -T, --tasks, -D, --describe, -W, --where, --trace, --backtrace, --job-stats, --suppress-backtrace':
        'text?',
    },
    flags:
      '-A --all -B --build-all -m --multitask -n --dry-run -N --no-search --nosearch -P --prereqs -q --quiet -s --silent -v --verbose -X --no-deprecation-warnings -g --system -G --no-system --rules -t -h -V -H',
    examples: {
      'rake x': [],
      'rake -f /tmp/x -r /tmp/x x': ['code ruby file /tmp/x', 'code ruby file /tmp/x'],
      'rake --rakelibdir /tmp/x --rakelib /tmp/x x': ['code ruby file /tmp/x', 'code ruby file /tmp/x'],
      'rake -I /tmp/x -C /tmp/x x': ['code ruby file /tmp/x', 'code ruby file /tmp/x'],
      'rake --execute x x': ['code ruby inline', 'opaque not-parsed'],
      'rake --execute-print x x': ['code ruby inline', 'opaque not-parsed'],
      'rake --execute-continue x x': ['code ruby inline', 'opaque not-parsed'],
      'cd /tmp/x && rake x': ['names /tmp/x', 'run rake', 'code ruby file /tmp/x'],
      'rake --unheard-of x': ['unknown option --unheard-of of rake'],
    },
  },
}

export const buildSystems: readonly Program[] = family(entries)
