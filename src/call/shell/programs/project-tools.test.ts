import { describe, expect, test } from 'vitest'
import { deedsOf } from './summary.testing.ts'

describe('tools that work on the project by verbs', () => {
  test.each([
    ['forge build --sizes', []],
    ['forge script Deploy.s.sol --broadcast', ['opaque unknown-subcommand']],
    ['hardhat test', []],
    ['hardhat run scripts/deploy.js', ['opaque unknown-subcommand']],
    ['fastlane test', []],
    ['fastlane release', ['opaque unknown-subcommand']],
    ['goreleaser check', []],
    ['goreleaser release --snapshot --clean', []],
    ['goreleaser release --clean', ['service goreleaser publish']],
    ['goreleaser release --snapshot -f /tmp/x.yml', ['opaque unknown-option']],
    ['ko build ./cmd/app --local', []],
    ['ko build ./cmd/app', ['service ko publish']],
    ['npx prisma migrate dev --name init', []],
    ['npx prisma migrate reset --force', ['opaque unknown-subcommand']],
    ['npx prisma db push --accept-data-loss', ['opaque unknown-option']],
    ['npx knex migrate:latest --env development', []],
    ['npx knex migrate:rollback --all', ['opaque unknown-subcommand']],
    ['npx sequelize-cli db:migrate', []],
    ['npx sequelize-cli db:drop', ['opaque unknown-subcommand']],
    ['npx drizzle-kit generate', []],
    ['npx drizzle-kit push', []],
    ['npx drizzle-kit push --force', ['opaque unknown-option']],
    ['npx prisma migrate deploy', []],
    ['npx drizzle-kit drop', ['opaque unknown-subcommand']],
    ['emcmake rm x', ['delete /home/dev/project/x']],
    ['scan-build -o out rm x', ['write /home/dev/project/out directory', 'delete /home/dev/project/x']],
    ['arm-none-eabi-objcopy -O binary a.elf a.bin', deedsOf('objcopy -O binary a.elf a.bin')],
    ['arm-none-eabi-frobnicate a', ['opaque unknown-program']],
    ['x-y-gdb a', ['opaque unknown-program']],
    ['parallel -j4 rm ::: a b', ['delete /home/dev/project/a', 'delete /home/dev/project/b']],
    ['parallel rm ::: a ::: "$X"', ['delete …']],
    ['rails db:migrate:status', []],
    ['rails db:migrate:reset', ['opaque unknown-subcommand']],
    ['act -j test', []],
    ['act -s TOKEN=x', ['opaque unknown-option']],
    ['idf.py build', []],
    ['idf.py flash', ['opaque unknown-subcommand']],
    ['west flash', ['opaque unknown-subcommand']],
    ["xcodebuild -scheme App -destination 'platform=iOS Simulator' test", []],
    ['xcodebuild -exportOptionsPlist /tmp/x.plist', ['run other file', 'opaque unreadable-code']],
  ])('%s', (command, deeds) => {
    expect(deedsOf(command)).toEqual(deeds)
  })
})
