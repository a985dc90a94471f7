import { describe, expect, test } from 'vitest'
import { loadProduct } from './product.ts'
import { gateOver, judgeCall, PROJECT, sessionIn } from './project.ts'
import { CARRIERS, ENCODINGS } from './sessions/secret-carriers.ts'

/** One with its issuer's mark, and one that only the project's own file tells to be a secret. */
const SECRETS = {
  'a key with a mark': ['sk', 'live', '4eC39HqLyjWDarjtT1zdp7dcXq90'].join('_'),
  'a password without one': 'Xk29sLmQ7vRt4Wz8Bn3Hj',
}

const FILES = {
  [`${PROJECT}/.git/HEAD`]: 'ref: refs/heads/feature/notes\n',
  [`${PROJECT}/.env`]: `STRIPE_SECRET_KEY=${SECRETS['a key with a mark']}\nADMIN_PASSWORD=${SECRETS['a password without one']}\n`,
}

describe('a secret that was read leaves in no words and on no carrier', async () => {
  const product = await loadProduct()
  const gate = await gateOver(product, { files: FILES })

  test('there are at least 25 of each', () => {
    expect(ENCODINGS.length).toBeGreaterThanOrEqual(25)
    expect(CARRIERS.length).toBeGreaterThanOrEqual(25)
  })

  describe.each(Object.entries(SECRETS))('%s', (_name, secret) => {
    test.each(ENCODINGS)('$name', async ({ of }) => {
      const left: string[] = []
      for (const carrier of CARRIERS) {
        const [tool, input] = carrier.call(of(secret))
        const { decision } = await judgeCall(product, gate, sessionIn(product), tool, input)
        if (decision === 'allow') left.push(carrier.name)
      }
      expect(left).toEqual([])
    })
  })

  test('a file that was written with it is not pushed', async () => {
    const session = sessionIn(product)
    const content = `const admin = '${SECRETS['a password without one']}'\n`
    const wrote = await judgeCall(product, gate, session, 'Write', { file_path: `${PROJECT}/src/admin.ts`, content })
    const pushed = await judgeCall(product, gate, session, 'Bash', {
      command: 'git add -A && git commit -qm x && git push',
    })
    expect([wrote.decision, pushed.decision]).toContain('ask')
  })

  test('the same calls without a secret in them pass', async () => {
    const stopped: string[] = []
    for (const carrier of CARRIERS) {
      if (/body|form|method|chat|issue|browser|name and password|whois/.test(carrier.name)) continue
      const [tool, input] = carrier.call('release-notes')
      const { decision, because } = await judgeCall(product, gate, sessionIn(product), tool, input)
      if (decision !== 'allow') stopped.push(`${carrier.name}: ${because[0]?.sentence}`)
    }
    expect(stopped).toEqual([])
  })
})
