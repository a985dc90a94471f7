import type { ProgramContext, Program } from '../../shell/programs/program.ts'
import { textOf } from '../../word.ts'
import type { Entry } from '../entry.ts'
import { closed, walk } from '../walk.ts'

const TASK: Entry = { project: [], language: 'ruby', operands: 'text' }

/** Rails: tasks of the project; `runner` executes Ruby. */
const RAILS: Entry = {
  options: { '-e, --environment': 'text' },
  flags: '-h -v --verbose -q --quiet --trace --[no-]color',
  subcommands: {
    'test, test:system, test:all, test:models, test:controllers, test:prepare, db:migrate, db:create, db:setup, db:seed, db:prepare, db:rollback, db:migrate:status, db:migrate:up, db:migrate:down, db:migrate:redo, db:version, db:schema:dump, db:schema:load, db:test:prepare, db:abort_if_pending_migrations, db:structure:dump, assets:precompile, assets:clean, assets:clobber, zeitwerk:check, routes, middleware, initializers, time:zones:all, stats, notes, about, version, secret, tmp:clear, tmp:create, log:clear, tailwindcss:build, tailwindcss:watch, css:build, javascript:build':
      {
        ...TASK,
        options: { '-n, --name, --seed, -s, -c, -g, --grep, -e, --exclude, -a, --annotations, --workers': 'text' },
        flags: '-b --backtrace -d --defer-output -f --fail-fast -w --warnings --profile -E --expanded --unused',
      },
    'generate, g, destroy, d': {
      ...TASK,
      options: { '-o, --orm, -t, --test-framework, --parent, -j, --javascript, --fixture-replacement': 'text' },
      flags:
        '-f --force -p --pretend -s --skip --[no-]timestamps --[no-]migration --[no-]helper --[no-]assets --[no-]fixture --skip-routes --skip-namespace --no-test-framework --api --skip-collision-check --indexes --no-indexes',
    },
    'server, s': {
      ...TASK,
      options: { '-P, --pid': 'write', '-c, --config': 'loads-code', '-u, --using, -p, --port, -b, --binding': 'text' },
      flags: '-d --daemon -C --dev-caching --no-dev-caching --early-hints --log-to-stdout --no-log-to-stdout',
    },
    new: {
      operands: ['directory'],
      options: {
        '-m, --template': 'loads-code',
        '--rc': 'read',
        '-d, --database, -j, --javascript, --js, -c, --css, -a, --asset-pipeline, -n, --name, -r, --ruby': 'text',
      },
      flags:
        '--api --main --edge --dev --minimal --full -T --skip-test --skip-git -G --skip-bundle -B --skip-docker --skip-kamal --skip-solid --skip-keeps --skip-action-mailer -M --skip-action-mailbox --skip-action-text --skip-active-record -O --skip-active-job --skip-active-storage --skip-action-cable -C --skip-asset-pipeline -A --skip-javascript -J --skip-hotwire --skip-jbuilder --skip-system-test --skip-bootsnap --skip-dev-gems --skip-thruster --skip-rubocop --skip-brakeman --skip-ci --skip-decrypted-diffs --devcontainer --no-rc --force -f --skip -s --pretend -p --quiet -q --webpack',
    },
    'db:drop, db:reset, db:truncate_all, db:migrate:reset, db:seed:replant': { ...TASK, effects: ['database drop'] },
    'console, c, dbconsole, db': { operands: 'text', flags: '-s --sandbox', stdin: 'code', language: 'ruby' },
    'credentials:show, credentials:edit, encrypted:show': { operands: 'text', effects: ['secret other'] },
    help: { operands: 'text' },
  },
}

const RUNNER: Entry = {
  options: { '-e, --environment': 'text' },
  flags: '-h --skip-executor -w',
  operands: 'text',
  stopAtOperand: true,
}

/** Questions to the models of an application, each a chain of methods that only read: `puts User.where(a: 1).count`. */
const ASKS_MODELS =
  /^(?:\s*(?:(?:puts|pp?|print)[\s(]\s*)?[A-Z]\w*(?:::[A-Z]\w*)*(?:\.(?:all|any\?|attributes|average|column_names|columns|count|distinct|exists\?|find|find_by!?|first|group|ids|includes|inspect|joins|last|left_joins|limit|map|maximum|minimum|name|none\?|not|offset|order|pick|pluck|reorder|select|size|sum|table_name|take|to_a|to_json|to_s|to_sql|where)(?:\((?!&)[^()`#;]*\))?(?:\(&:\w+\))?)*\)?\s*(?:[;\n]|$))+$/

function means(context: ProgramContext): void {
  const { args, program } = context.invocation
  const at = args.findIndex((word) => /^(?:runner|r)$/.test(textOf(word) ?? ''))
  if (at !== 0) {
    walk(context, RAILS, args)
    return
  }
  const [code, ...others] = closed(context, RUNNER, args.slice(1), `${program} runner`).operands
  if (code === undefined) context.stdinAsCode('ruby')
  else if (/^[\w./-]+\.rb$/.test(textOf(code) ?? '')) context.file(code, 'ruby', others)
  else if (textOf(code) === '-') context.stdinAsCode('ruby')
  else if (!ASKS_MODELS.test(textOf(code) ?? '')) context.code('ruby', code, { via: program })
}

export const rails: readonly Program[] = [
  {
    names: ['rails'],
    means,
    examples: {
      'rails test test/models': [],
      'rails db:migrate': [],
      'rails db:drop': ['database drop'],
      'rails new app -m https://a.example/t.rb': ['code other network https://a.example/t.rb', 'directory app'],
      'rails new app --rc r.in': ['read r.in', 'directory app'],
      "rails runner 'puts User.where(a: 1).count'": [],
      "rails runner 'User.delete_all'": ['code ruby inline', 'opaque not-parsed'],
      'rails runner /tmp/x.rb': ['code ruby file /tmp/x.rb'],
      'rails server -P p.out -c /tmp/x.rb': ['write p.out', 'code ruby file /tmp/x.rb'],
      'rails console': ['opaque interactive'],
      'rails credentials:show': ['secret other'],
      'cd /tmp/x && rails test': ['names /tmp/x', 'run rails', 'code ruby file /tmp/x'],
      'rails test --unheard-of': ['unknown option --unheard-of of rails test'],
      'rails unheard:of': ['unknown subcommand unheard:of of rails'],
    },
  },
]
