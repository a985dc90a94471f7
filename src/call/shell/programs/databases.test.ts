import { describe, expect, test } from 'vitest'
import { factsOf } from './facts.testing.ts'

describe('statements, and the shells inside the clients', () => {
  test.each([
    ['psql -c "select 1"', ['database read']],
    ['psql -c "drop table users"', ['database drop']],
    [
      'psql -h db.example.com -c "delete from users"',
      ['contact db.example.com api unknown', 'database delete-all elsewhere'],
    ],
    [
      'psql postgres://db.example.com/shop -c "select 1"',
      ['contact db.example.com api unknown', 'database read elsewhere'],
    ],
    ['psql -c "\\! rm x"', ['delete /home/dev/project/x', 'opaque unreadable-code']],
    ['psql -c "copy t from program \'rm x\'"', ['delete /home/dev/project/x', 'database execute']],
    ['psql', ['opaque interactive']],
    ['psql -f schema.sql', ['read /home/dev/project/schema.sql']],
    ['psql -f /srv/schema.sql', ['read /srv/schema.sql', 'run sql file']],
    ['echo "drop database shop" | psql', ['database drop']],
    ['psql -c "$QUERY"', ['opaque dynamic-code']],
    ['psql -l', ['database read']],
    ['psql "$DATABASE_URL" -c "select 1"', ['contact ? api nothing', 'database read elsewhere']],
    ['mysql -e "truncate orders"', ['database delete-all']],
    ['mysql -e "system rm x"', ['delete /home/dev/project/x', 'opaque unreadable-code']],
    ['sqlite3 app.db "select * from t"', ['read /home/dev/project/app.db', 'database read']],
    [
      'sqlite3 app.db ".shell rm x"',
      ['read /home/dev/project/app.db', 'delete /home/dev/project/x', 'opaque unreadable-code'],
    ],
    ['sqlite3 app.db ".tables"', ['read /home/dev/project/app.db', 'database read']],
    ['sqlite3 app.db ".load ./x"', ['read /home/dev/project/app.db', 'opaque unreadable-code']],
    ['sqlite3 app.db ".backup copy.db"', ['read /home/dev/project/app.db', 'write /home/dev/project/copy.db']],
    ['redis-cli get key', ['database read']],
    [
      'redis-cli -h cache.example.com FLUSHALL',
      ['contact cache.example.com api unknown', 'database delete-all elsewhere'],
    ],
    ['redis-cli CONFIG SET dir /root/.ssh', ['database execute', 'opaque other']],
    ['redis-cli', ['opaque interactive']],
    ['mongosh --eval "db.users.deleteMany({})"', ['database delete-all']],
    ['mongosh --eval "db.users.find()"', ['database read']],
    ['mongosh --eval "require(\'child_process\')"', ['opaque dynamic-code']],
    ['pg_dump shop -f out.sql', ['database dump', 'write /home/dev/project/out.sql']],
    ['pg_restore -c dump', ['database drop', 'read /home/dev/project/dump']],
    ['dropdb shop', ['database drop']],
    ['createdb shop', ['database schema']],
    ['mysqladmin status', ['database read']],
    ['duckdb x.db "select 1"', ['read /home/dev/project/x.db', 'database read']],
  ])('%s', (command, deeds) => {
    expect(factsOf(command)).toEqual(deeds)
  })
})
