import { describe, expect, test } from 'vitest'
import { factsOf } from './facts.testing.ts'

describe('frameworks', () => {
  test.each([
    'ember test',
    'scrapy crawl quotes -o quotes.json',
    'templ generate',
    'symfony server:start -d',
    'wp plugin list',
    'drush cr',
    'xcrun simctl list devices',
    'quarkus dev',
    'sqlx migrate run',
    'docker image prune -f',
    'rustc --explain E0382',
    'mkcert localhost',
    'source ~/.nvm/nvm.sh',
  ])('work on the project: %s', (command) => {
    expect(factsOf(command).filter((fact) => /opaque|drop|persist|trust|mass/.test(fact))).toEqual([])
  })

  test.each([
    ['ember deploy production', 'opaque unknown-subcommand'],
    ['drush sql:drop', 'opaque unknown-subcommand'],
    ['wp eval "system(1);"', 'opaque unknown-subcommand'],
    ['sea-orm-cli migrate fresh', 'database drop'],
    ['sqlx database drop', 'database drop'],
    ['matlab -batch "system(1)"', 'run other inline'],
    ['docker image prune -a -f', 'docker mass-delete'],
    ['mkcert -install', 'system trust-certificate'],
    ['echo x > ~/.nvm/nvm.sh; source ~/.nvm/nvm.sh', 'opaque unknown-program'],
  ])('and no further: %s', (command, fact) => {
    expect(factsOf(command)).toContain(fact)
  })
})
