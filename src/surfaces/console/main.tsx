import { render } from 'preact'
import { App } from './app.tsx'
import { findOutWhoIsSignedIn } from './data/api.ts'
import { takeLoginCode } from './shell/router.ts'
import './shell/theme.ts'
import './styles/tokens.css'
import './styles/shell.css'
import './styles/parts.css'
import './styles/live.css'
import './styles/pages.css'

addEventListener('hashchange', () => {
  const code = takeLoginCode()
  if (code !== undefined) void findOutWhoIsSignedIn(code)
})

render(<App />, document.getElementById('app')!)
void findOutWhoIsSignedIn(takeLoginCode())
