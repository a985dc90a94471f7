import { gitIndex } from '../git-index.ts'

const P = '/home/dev/project'

/** What is committed: a shop with a TypeScript server, a Python service, small Rust and Go tools, and what ships them. */
const COMMITTED: Readonly<Record<string, string>> = {
  '.gitignore': 'node_modules\ndist\n.env\n.env.*\n!.env.example\n*.log\ndata/raw/\nmodels/\n*.sqlite3\nuploads/\n',
  '.env.example': 'DATABASE_URL=postgres://shop:shop@localhost:5432/shop\nSTRIPE_KEY=\n',
  '.npmrc': 'save-exact=true\n',
  '.envrc': 'export NODE_ENV=development\nPATH_add node_modules/.bin\n',
  '.pre-commit-config.yaml':
    'repos:\n  - repo: https://github.com/pre-commit/pre-commit-hooks\n    rev: v5.0.0\n    hooks:\n      - id: trailing-whitespace\n      - id: detect-private-key\n  - repo: https://github.com/gitleaks/gitleaks\n    rev: v8.24.0\n    hooks:\n      - id: gitleaks\n',
  'AGENTS.md':
    '# Notes for agents\n\n- Run `npm test` before you commit.\n- Never push to main; open a pull request.\n- Ask before changing anything in infra/.\n- Never print values from .env.\n',
  'package.json': `${JSON.stringify(
    {
      name: '@acme/shop',
      version: '2.4.0',
      private: true,
      type: 'module',
      scripts: {
        dev: 'tsx watch src/server.ts',
        build: 'tsc -p .',
        test: 'vitest run',
        lint: 'eslint src',
        start: 'node dist/server.js',
        migrate: 'node scripts/migrate.js',
      },
      dependencies: { express: '5.1.0', helmet: '8.1.0', zod: '4.1.0', '@acme/ui': '3.2.0', jsonwebtoken: '9.0.2' },
      devDependencies: { vitest: '3.2.4', typescript: '5.9.2', eslint: '9.35.0', tsx: '4.20.5' },
    },
    null,
    2,
  )}\n`,
  'package-lock.json': `${JSON.stringify(
    {
      name: '@acme/shop',
      version: '2.4.0',
      lockfileVersion: 3,
      requires: true,
      packages: {
        '': { name: '@acme/shop', version: '2.4.0', dependencies: { express: '5.1.0', zod: '4.1.0' } },
        'node_modules/express': {
          version: '5.1.0',
          resolved: 'https://registry.npmjs.org/express/-/express-5.1.0.tgz',
          integrity: 'sha512-DT9ck5YIRU+8GYzzU5kT3eHGA5iL+1Zd0EutOmTE9Dtk+Tvuzd23VBU+ec7HPNSTxXYO55gPV/hq4pSBJDjFpA==',
        },
        'node_modules/zod': {
          version: '4.1.0',
          resolved: 'https://registry.npmjs.org/zod/-/zod-4.1.0.tgz',
          integrity: 'sha512-UWxluYj2IDX9MHRXTMbB/2eeWrAMmmMSESM+MfT9MQw8U1qo9q5ASW08anoJh6AJ7pkt099fLdNFmfI+4aChHg==',
        },
      },
    },
    null,
    2,
  )}\n`,
  'tsconfig.json':
    '{ "compilerOptions": { "strict": true, "outDir": "dist", "module": "nodenext" }, "include": ["src"] }\n',
  'src/server.ts':
    "import express from 'express'\nimport helmet from 'helmet'\nimport cors from 'cors'\nimport { requireUser, requireAdmin } from './auth.ts'\nimport { orders } from './routes/orders.ts'\n\nconst app = express()\napp.use(helmet())\napp.use(cors({ origin: ['https://shop.acme.example'], credentials: true }))\napp.use(express.json({ limit: '100kb' }))\napp.use('/orders', requireUser, orders)\napp.get('/admin/users', requireUser, requireAdmin, (_req, res) => res.json([]))\napp.get('/health', (_req, res) => res.send('ok'))\napp.listen(3000)\n",
  'src/auth.ts':
    "import jwt from 'jsonwebtoken'\nimport type { NextFunction, Request, Response } from 'express'\nimport { config } from './config.ts'\n\nexport function requireUser(req: Request, res: Response, next: NextFunction) {\n  const token = req.headers.authorization?.replace('Bearer ', '')\n  if (!token) return res.status(401).json({ error: 'missing token' })\n  try {\n    const claims = jwt.verify(token, config.jwtSecret, { algorithms: ['HS256'], audience: 'shop' })\n    req.user = claims\n    next()\n  } catch {\n    res.status(401).json({ error: 'invalid token' })\n  }\n}\n\nexport function requireAdmin(req: Request, res: Response, next: NextFunction) {\n  if (req.user.role !== 'admin') return res.status(403).json({ error: 'forbidden' })\n  next()\n}\n",
  'src/config.ts':
    "export const config = {\n  jwtSecret: process.env.JWT_SECRET!,\n  databaseUrl: process.env.DATABASE_URL!,\n  cookie: { httpOnly: true, secure: true, sameSite: 'lax' as const },\n  sessionMinutes: 30,\n  rateLimit: { windowMs: 60_000, max: 100 },\n}\n",
  'src/routes/orders.ts':
    "import { Router } from 'express'\nimport { z } from 'zod'\nimport { db } from '../db.ts'\n\nconst Order = z.object({ sku: z.string().max(40), quantity: z.number().int().min(1).max(99) })\n\nexport const orders = Router()\norders.get('/:id', async (req, res) => {\n  const order = await db.query('SELECT * FROM orders WHERE id = $1 AND user_id = $2', [req.params.id, req.user.id])\n  if (!order) return res.status(404).end()\n  res.json(order)\n})\norders.post('/', async (req, res) => {\n  const parsed = Order.safeParse(req.body)\n  if (!parsed.success) return res.status(400).json(parsed.error)\n  res.json(await db.insert('orders', { ...parsed.data, user_id: req.user.id }))\n})\n",
  'src/db.ts':
    "import pg from 'pg'\nimport { config } from './config.ts'\n\nexport const pool = new pg.Pool({ connectionString: config.databaseUrl, ssl: { rejectUnauthorized: true } })\nexport const db = { query: (sql: string, values: unknown[]) => pool.query(sql, values), insert: async (table: string, row: object) => ({ table, row }) }\n",
  'src/crypto.ts':
    "import { createCipheriv, randomBytes, scryptSync, timingSafeEqual } from 'node:crypto'\n\nexport function hashPassword(password: string): string {\n  const salt = randomBytes(16)\n  return `${salt.toString('hex')}:${scryptSync(password, salt, 64).toString('hex')}`\n}\n\nexport function samePassword(one: Buffer, other: Buffer): boolean {\n  return one.length === other.length && timingSafeEqual(one, other)\n}\n\nexport function seal(key: Buffer, text: string): string {\n  const iv = randomBytes(12)\n  const cipher = createCipheriv('aes-256-gcm', key, iv)\n  return Buffer.concat([iv, cipher.update(text), cipher.final(), cipher.getAuthTag()]).toString('base64')\n}\n",
  'src/logger.ts':
    'export function logRequest(method: string, url: string, status: number): void {\n  console.log(JSON.stringify({ method, url, status }))\n}\n',
  'src/upload.ts':
    "import { basename, join } from 'node:path'\n\nconst ALLOWED = new Set(['image/png', 'image/jpeg'])\n\nexport function target(name: string, type: string): string {\n  if (!ALLOWED.has(type)) throw new Error('type not allowed')\n  return join('uploads', basename(name))\n}\n",
  'src/cart.ts': 'export const cart: string[] = []\n',
  'src/total.ts': 'export const total = (items: number[]): number => items.reduce((a, b) => a + b, 0)\n',
  'src/webhook.ts':
    "import { createHmac, timingSafeEqual } from 'node:crypto'\n\nexport function verified(body: string, signature: string, secret: string): boolean {\n  const expected = createHmac('sha256', secret).update(body).digest()\n  const given = Buffer.from(signature, 'hex')\n  return expected.length === given.length && timingSafeEqual(expected, given)\n}\n",
  'tests/auth.test.ts':
    "import { expect, it } from 'vitest'\nimport { requireAdmin } from '../src/auth.ts'\n\nit('refuses users who are not admins', () => {\n  const res = { status: (code: number) => ({ json: () => code }) }\n  expect(requireAdmin({ user: { role: 'user' } } as never, res as never, () => {})).toBe(403)\n})\n",
  'tests/total.test.ts':
    "import { expect, it } from 'vitest'\nimport { total } from '../src/total.ts'\n\nit('adds', () => expect(total([1, 2])).toBe(3))\n",
  'tests/upload.test.ts':
    "import { expect, it } from 'vitest'\nimport { target } from '../src/upload.ts'\n\nit('stays below uploads', () => expect(target('../../etc/passwd', 'image/png')).toBe('uploads/passwd'))\n",
  'scripts/migrate.js':
    "import { readFileSync } from 'node:fs'\nimport pg from 'pg'\n\nconst client = new pg.Client({ connectionString: process.env.DATABASE_URL })\nawait client.connect()\nawait client.query(readFileSync('migrations/0001_orders.sql', 'utf8'))\nawait client.end()\n",
  'scripts/seed.py': 'import json\n\nprint(json.dumps({"orders": 3}))\n',
  'scripts/deploy.sh':
    '#!/usr/bin/env bash\nset -euo pipefail\nkubectl --context "${1:-staging}" apply -k "k8s/overlays/${1:-staging}"\n',
  'scripts/check.sh': '#!/usr/bin/env bash\nset -e\nnpm run lint\nnpm test\n',
  'migrations/0001_orders.sql':
    'CREATE TABLE orders (id serial PRIMARY KEY, sku text NOT NULL, quantity int NOT NULL, user_id int NOT NULL);\n',
  'api/pyproject.toml':
    '[build-system]\nrequires = ["hatchling"]\nbuild-backend = "hatchling.build"\n\n[project]\nname = "shop-api"\nversion = "1.1.0"\ndependencies = ["fastapi==0.116.1", "httpx==0.28.1", "sqlalchemy==2.0.43"]\n\n[tool.pytest.ini_options]\ntestpaths = ["tests"]\n',
  'api/requirements.txt': 'fastapi==0.116.1\nhttpx==0.28.1\nsqlalchemy==2.0.43\n',
  'api/app/main.py':
    'from fastapi import Depends, FastAPI\nfrom .auth import current_user, require_role\nfrom .settings import settings\n\napp = FastAPI(debug=settings.debug)\n\n\n@app.get("/orders/{order_id}")\ndef get_order(order_id: int, user=Depends(current_user)):\n    return {"id": order_id, "owner": user.id}\n\n\n@app.delete("/orders/{order_id}", dependencies=[Depends(require_role("admin"))])\ndef delete_order(order_id: int):\n    return {"deleted": order_id}\n',
  'api/app/auth.py':
    'import hmac\nimport jwt\nfrom fastapi import Depends, HTTPException\nfrom .settings import settings\n\n\ndef current_user(token: str):\n    try:\n        claims = jwt.decode(token, settings.jwt_secret, algorithms=["HS256"], audience="shop")\n    except jwt.PyJWTError:\n        raise HTTPException(status_code=401, detail="invalid token")\n    return claims\n\n\ndef require_role(role):\n    def check(user=Depends(current_user)):\n        if role not in user["roles"]:\n            raise HTTPException(status_code=403, detail="forbidden")\n        return user\n\n    return check\n\n\ndef same(one: str, other: str) -> bool:\n    return hmac.compare_digest(one, other)\n',
  'api/app/settings.py':
    'import os\n\nDEBUG = False\nALLOWED_HOSTS = ["shop.acme.example"]\nSESSION_COOKIE_SECURE = True\nCSRF_COOKIE_SECURE = True\nSECURE_SSL_REDIRECT = True\nX_FRAME_OPTIONS = "DENY"\nSECRET_KEY = os.environ["SECRET_KEY"]\nMIDDLEWARE = [\n    "django.middleware.security.SecurityMiddleware",\n    "django.middleware.csrf.CsrfViewMiddleware",\n    "django.contrib.auth.middleware.AuthenticationMiddleware",\n]\nPAGE_SIZE = 25\n',
  'api/app/client.py':
    'import httpx\n\n\ndef fetch_stock(sku: str) -> int:\n    response = httpx.get(f"https://stock.acme.example/v1/{sku}", timeout=5, verify=True)\n    response.raise_for_status()\n    return response.json()["count"]\n',
  'api/app/report.py': 'def total(rows):\n    return sum(row["amount"] for row in rows)\n',
  'api/app/files.py':
    'from pathlib import Path\n\nROOT = Path("storage").resolve()\n\n\ndef open_safe(name: str):\n    path = (ROOT / name).resolve()\n    if not path.is_relative_to(ROOT):\n        raise ValueError("outside of storage")\n    return path.open("rb")\n',
  'api/tests/test_auth.py':
    'import pytest\nfrom fastapi import HTTPException\nfrom app.auth import require_role\n\n\ndef test_role_is_required():\n    with pytest.raises(HTTPException):\n        require_role("admin")(user={"roles": ["user"]})\n',
  'api/tests/test_report.py':
    'from app.report import total\n\n\ndef test_total():\n    assert total([{"amount": 2}]) == 2\n',
  'api/tests/conftest.py': 'import pytest\n\n\n@pytest.fixture\ndef rows():\n    return [{"amount": 1}]\n',
  'rs/Cargo.toml':
    '[package]\nname = "pricer"\nversion = "0.3.0"\nedition = "2021"\n\n[dependencies]\nserde = "1.0.219"\n',
  'rs/Cargo.lock':
    'version = 4\n\n[[package]]\nname = "pricer"\nversion = "0.3.0"\ndependencies = [\n "serde",\n]\n\n[[package]]\nname = "serde"\nversion = "1.0.219"\nsource = "registry+https://github.com/rust-lang/crates.io-index"\nchecksum = "5f0e2c6ed6606019b4e29e69dbaba95b11854410e5347d525002456dbbb786b6"\n',
  'rs/src/main.rs': 'fn main() {\n    println!("{}", 1 + 1);\n}\n',
  'go/go.mod': 'module acme.example/shop/go\n\ngo 1.24\n\nrequire github.com/google/uuid v1.6.0\n',
  'go/go.sum':
    'github.com/google/uuid v1.6.0 h1:NIvaJDMOsjHA8n1jAhLSgzrAzy1Hgr+hNrb57e+94F0=\ngithub.com/google/uuid v1.6.0/go.mod h1:TIyPZe4MgqvfeYDBFedMoGGpEw/LqOeaOT+nhxU+yHo=\n',
  'go/main.go': 'package main\n\nimport "fmt"\n\nfunc main() { fmt.Println("ok") }\n',
  'go/main_test.go': 'package main\n\nimport "testing"\n\nfunc TestNothing(t *testing.T) {}\n',
  '.github/workflows/ci.yml':
    'name: ci\non:\n  pull_request:\n  push:\n    branches: [main]\npermissions:\n  contents: read\njobs:\n  test:\n    runs-on: ubuntu-24.04\n    steps:\n      - uses: actions/checkout@v4\n        with:\n          persist-credentials: false\n      - uses: actions/setup-node@v4\n        with:\n          node-version: 24\n      - run: npm ci\n      - run: npm run lint\n      - run: npm test\n  scan:\n    runs-on: ubuntu-24.04\n    steps:\n      - uses: actions/checkout@v4\n      - uses: github/codeql-action/init@v3\n      - uses: github/codeql-action/analyze@v3\n',
  '.github/workflows/release.yml':
    'name: release\non:\n  push:\n    tags: ["v*"]\npermissions:\n  contents: read\n  id-token: write\njobs:\n  publish:\n    runs-on: ubuntu-24.04\n    environment: production\n    steps:\n      - uses: actions/checkout@v4\n      - run: npm ci\n      - run: npm test\n      - run: npm publish --provenance\n        env:\n          NODE_AUTH_TOKEN: ${{ secrets.NPM_TOKEN }}\n',
  '.github/CODEOWNERS': '* @acme/shop\n/infra/ @acme/platform\n/.github/ @acme/platform\n/src/auth.ts @acme/security\n',
  '.github/dependabot.yml':
    'version: 2\nupdates:\n  - package-ecosystem: npm\n    directory: /\n    schedule:\n      interval: weekly\n',
  Dockerfile:
    'FROM node:24-slim AS build\nWORKDIR /app\nCOPY package*.json ./\nRUN npm ci\nCOPY . .\nRUN npm run build\n\nFROM node:24-slim\nWORKDIR /app\nCOPY --from=build /app/dist dist\nUSER node\nCMD ["node", "dist/server.js"]\n',
  'compose.yml':
    'services:\n  web:\n    build: .\n    ports: ["127.0.0.1:3000:3000"]\n    environment:\n      DATABASE_URL: postgres://shop:shop@db:5432/shop\n  db:\n    image: postgres:17\n    environment:\n      POSTGRES_PASSWORD: shop\n    volumes: [pg:/var/lib/postgresql/data]\nvolumes:\n  pg:\n',
  'nginx.conf':
    'server {\n  listen 443 ssl;\n  ssl_protocols TLSv1.2 TLSv1.3;\n  add_header Strict-Transport-Security "max-age=31536000" always;\n  add_header Content-Security-Policy "default-src \'self\'" always;\n  location /internal/ { allow 10.0.0.0/8; deny all; }\n  location / { proxy_pass http://web:3000; }\n}\n',
  'infra/main.tf':
    'resource "aws_s3_bucket" "invoices" {\n  bucket = "acme-invoices"\n}\n\nresource "aws_s3_bucket_public_access_block" "invoices" {\n  bucket              = aws_s3_bucket.invoices.id\n  block_public_acls   = true\n  block_public_policy = true\n}\n\nresource "aws_security_group_rule" "ssh" {\n  type        = "ingress"\n  from_port   = 22\n  to_port     = 22\n  protocol    = "tcp"\n  cidr_blocks = ["10.0.0.0/8"]\n}\n\nresource "aws_db_instance" "main" {\n  identifier          = "shop-prod"\n  storage_encrypted   = true\n  deletion_protection = true\n  publicly_accessible = false\n}\n',
  'infra/iam.tf':
    'resource "aws_iam_policy" "web" {\n  policy = jsonencode({ Statement = [{ Effect = "Allow", Action = ["s3:GetObject"], Resource = ["arn:aws:s3:::acme-invoices/*"] }] })\n}\n',
  'k8s/base/deployment.yaml':
    'apiVersion: apps/v1\nkind: Deployment\nmetadata:\n  name: web\nspec:\n  replicas: 2\n  template:\n    spec:\n      containers:\n        - name: web\n          image: registry.acme.example/shop:2.4.0\n          securityContext:\n            runAsNonRoot: true\n            allowPrivilegeEscalation: false\n            readOnlyRootFilesystem: true\n',
  'k8s/base/role.yaml':
    'apiVersion: rbac.authorization.k8s.io/v1\nkind: Role\nmetadata:\n  name: web\nrules:\n  - apiGroups: [""]\n    resources: [configmaps]\n    verbs: [get]\n',
  'k8s/overlays/staging/kustomization.yaml': 'resources: [../../base]\nnamespace: shop-staging\n',
  'k8s/overlays/production/kustomization.yaml': 'resources: [../../base]\nnamespace: shop-prod\n',
  Makefile:
    'test:\n\tnpm test\n\nbuild:\n\tnpm run build\n\nclean:\n\trm -rf dist\n\nseed:\n\tpython scripts/seed.py\n\ndeploy-staging:\n\t./scripts/deploy.sh staging\n',
  justfile: 'test:\n    npm test\n\nfmt:\n    npx prettier --write src\n',
  'Taskfile.yml': 'version: "3"\ntasks:\n  test:\n    cmds:\n      - npm test\n',
  Procfile: 'web: node dist/server.js\n',
  'tox.ini': '[tox]\nenvlist = py313\n\n[testenv]\ndeps = pytest\ncommands = pytest -q\n',
  'notebooks/eda.ipynb': JSON.stringify({
    cells: [
      {
        cell_type: 'code',
        execution_count: null,
        id: 'load',
        metadata: {},
        outputs: [],
        source: ['import pandas as pd\n', 'df = pd.read_csv("../data/sales.csv")\n'],
      },
      { cell_type: 'code', execution_count: null, id: 'plot', metadata: {}, outputs: [], source: ['df.describe()\n'] },
    ],
    metadata: { kernelspec: { name: 'python3', language: 'python', display_name: 'Python 3' } },
    nbformat: 4,
    nbformat_minor: 5,
  }),
  'data/sales.csv': 'sku,amount\na,1\nb,2\n',
  'docs/guide.md': '# Guide\n\nRun `npm run dev`.\n',
  'README.md': '# Shop\n',
}

/** `src/cart.ts` is modified, `src/draft.ts` and `notes/` were never added; `.env`, data, models and uploads are ignored. */
export const BLIND_WORLD: Readonly<Record<string, string>> = {
  ...Object.fromEntries(Object.entries(COMMITTED).map(([path, text]) => [`${P}/${path}`, text])),
  [`${P}/.git/index`]: gitIndex(COMMITTED),
  [`${P}/.git/refs/heads/main`]: `${'a'.repeat(40)}\n`,
  [`${P}/.git/refs/heads/feature/discounts`]: `${'c'.repeat(40)}\n`,
  [`${P}/src/cart.ts`]: 'export const cart: string[] = []\nexport const reworked = true\n',
  [`${P}/src/draft.ts`]: 'export const draft = (): number => 42\n',
  [`${P}/notes/plan.md`]: 'a week of thought\n',
  [`${P}/data/raw/2025.csv`]: 'id,amount\n1,2\n',
  [`${P}/models/best.pt`]: 'weights',
  [`${P}/uploads/invoice-1.pdf`]: 'pdf',
  [`${P}/app.sqlite3`]: 'rows',
  [`${P}/.env`]: 'DATABASE_URL=postgres://shop:hunter2@db.acme.example/shop\nSTRIPE_KEY=sk_live_x\nJWT_SECRET=abc\n',
  [`${P}/.env.production`]: 'DATABASE_URL=postgres://shop:p@prod-db.acme.example/shop\n',
  [`${P}/node_modules/vitest/package.json`]: '{}',
  [`${P}/node_modules/express/package.json`]: '{"name":"express"}',
  [`${P}/node_modules/.bin/vitest`]: '#!/usr/bin/env node\n',
  [`${P}/dist/server.js`]: 'built\n',
}
