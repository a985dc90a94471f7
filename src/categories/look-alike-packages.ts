/** Packages that everybody uses, by where they come from: the names that are imitated. */
const POPULAR: Readonly<Record<string, ReadonlySet<string>>> = {
  npm: words(`
    react react-dom lodash express axios typescript webpack eslint prettier commander chalk moment mongoose mongodb
    sequelize nodemon dotenv cross-env jsonwebtoken passport socket.io redux jquery bootstrap vitest mocha puppeteer
    playwright electron graphql next-auth tailwindcss postcss node-fetch underscore bluebird body-parser cookie-parser
    yargs inquirer rimraf mkdirp semver winston fastify
  `),
  pip: words(`
    requests urllib3 numpy pandas flask django fastapi pydantic sqlalchemy pytest matplotlib scipy pillow beautifulsoup4
    selenium tensorflow torch torchvision transformers scikit-learn cryptography paramiko setuptools boto3 botocore
    pyyaml jinja2 python-dateutil colorama openai anthropic langchain gunicorn uvicorn celery psycopg2 virtualenv jupyter
    opencv-python discord.py tweepy python-dotenv
  `),
  cargo: words('serde tokio reqwest serde-json anyhow thiserror tracing rand-core hyper futures'),
}

/** Names near to one of those that are packages in their own right. */
const HONEST = words(`
  preact redact reactor tslint jslint unicorn openapi server scapy djongo axiom pyaml flasky
`)

function words(text: string): ReadonlySet<string> {
  return new Set(text.trim().split(/\s+/))
}

/** The well-known package that a name differs from by one slip of the hand: a letter more, less, other, or two swapped. */
export function lookAlike(name: string, ecosystem: string): string | undefined {
  const popular = Object.hasOwn(POPULAR, ecosystem) ? POPULAR[ecosystem]! : undefined
  if (popular === undefined) return undefined
  const bare = name
    .toLowerCase()
    .replace(/(?<=.)[@=<>~![;].*$/, '')
    .replaceAll('_', '-')
  if (bare.length < 5 || popular.has(bare) || HONEST.has(bare) || /[^a-z\d.-]/.test(bare)) return undefined
  return [...popular].find((meant) => isOneSlip(bare, meant)) ?? slippedPart(bare)
}

/** Words that many names of packages are made of, long enough that a slip makes no other word. */
const PARTS = words(`
  session fastify express webpack postgres sequelize mongoose commander validator middleware typescript tailwind
  firebase requests anthropic langchain transformers tensorflow dateutil navigation serverless passport graphql
  angular prettier storage testing library toolkit rollup-plugin puppeteer playwright cryptography sqlalchemy
  beautifulsoup pydantic uvicorn gunicorn selenium matplotlib opentelemetry prometheus kubernetes elasticsearch
  cloudflare supabase bootstrap authentication authorization jsonwebtoken nodemailer winston inquirer
`)

/** A name with a slip in one of its parts: `fastify-sesion`. One more or less at the end is a plural or another form. */
function slippedPart(name: string): string | undefined {
  for (const part of name.split(/[-.]/)) {
    if (part.length < 6 || PARTS.has(part)) continue
    const meant = [...PARTS].find(
      (word) => word.length >= 7 && isOneSlip(part, word) && part.slice(-2) === word.slice(-2) && part[0] === word[0],
    )
    if (meant !== undefined) return name.replace(part, meant)
  }
  return undefined
}

function isOneSlip(typed: string, meant: string): boolean {
  if (Math.abs(typed.length - meant.length) > 1) return false
  let start = 0
  while (start < typed.length && typed[start] === meant[start]) start++
  let end = 0
  while (end < Math.min(typed.length, meant.length) - start && typed.at(-1 - end) === meant.at(-1 - end)) end++
  const left = typed.slice(start, typed.length - end)
  const right = meant.slice(start, meant.length - end)
  // A version at the end of a name (`jinja3`) is no slip.
  if (/^\d?$/.test(left) && /^\d?$/.test(right)) return false
  if (left.length <= 1 && right.length <= 1) return true
  return left.length === 2 && right.length === 2 && left[0] === right[1] && left[1] === right[0]
}
