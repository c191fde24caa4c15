import type { ChildProcess } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { findFreePort } from '#server/postgres/free-port.ts'
import { requireWebKit } from '../../support/browsers/other-browsers.ts'
import {
  buildTyping,
  downloads,
  type DrivenTab,
  type InputSource,
  type Launch,
  patienceMs,
  toSource,
} from './driver.ts'
import { getPid, killGroup, spawnGroup } from './kill-group.ts'

const elementKey = 'element-6066-11e4-a52e-4f735466cecf'

/** WebKitGTK in a window of our own (webkit-window.py), over the WebDriver of WebKitWebDriver. */
export const launchWebKit: Launch = async (profile, { isPrivate }) => {
  mkdirSync(join(profile, downloads), { recursive: true })
  const { driver, python, xvfb } = requireWebKit()
  const display = spawnGroup(xvfb, ['-displayfd', '1', '-screen', '0', '1600x1200x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const port = await findFreePort()
  const child = spawnGroup(driver, [`--port=${port}`], {
    stdio: ['ignore', 'pipe', 'ignore'],
    env: {
      ...process.env,
      DISPLAY: `:${await readFirstLine(display)}`,
      GDK_BACKEND: 'x11',
      TZ: 'Asia/Seoul',
      LC_ALL: 'C.UTF-8',
      NO_AT_BRIDGE: '1',
    },
  })
  const complaints = collectComplaints(child)
  const call = await startSession(`http://127.0.0.1:${port}`, {
    binary: python,
    args: [join(import.meta.dirname, 'webkit-window.py'), profile, ...(isPrivate ? ['private'] : [])],
  })
  return {
    firstTab: createTab(call, await call<string>('GET', '/window')),
    complaints,
    pid: getPid(child),
    async openTab() {
      const { handle } = await call<{ handle: string }>('POST', '/window/new', { type: 'window' })
      return createTab(call, handle)
    },
    async kill() {
      await killGroup(child)
      await killGroup(display)
    },
  }
}

function readFirstLine(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    child.once('error', reject).once('exit', () => reject(new Error('Xvfb did not start')))
    child.stdout?.setEncoding('utf8').once('data', (text: string) => resolve(text.trim()))
  })
}

function collectComplaints(child: ChildProcess): string[] {
  const complaints: string[] = []
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    const lines = text.split('\n').filter((line) => /^CONSOLE (JS|SECURITY) ERROR/.test(line))
    complaints.push(...lines)
  })
  return complaints
}

type Call = <Result>(method: 'GET' | 'POST' | 'DELETE', path: string, body?: object) => Promise<Result>

async function startSession(driver: string, browser: { binary: string; args: string[] }): Promise<Call> {
  const deadline = Date.now() + patienceMs
  while (!(await fetch(`${driver}/status`).catch(() => null))?.ok) {
    if (Date.now() > deadline) throw new Error('WebKitWebDriver does not answer')
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  const { sessionId } = await send<{ sessionId: string }>('POST', `${driver}/session`, {
    capabilities: {
      alwaysMatch: {
        'webkitgtk:browserOptions': browser,
        unhandledPromptBehavior: 'accept',
        acceptInsecureCerts: true,
        timeouts: { script: patienceMs, pageLoad: patienceMs },
      },
    },
  })
  return (method, path, body) => send(method, `${driver}/session/${sessionId}${path}`, body)
}

async function send<Result>(method: string, url: string, body?: object): Promise<Result> {
  const response = await fetch(url, {
    method,
    signal: AbortSignal.timeout(patienceMs),
    ...(method === 'POST' && { body: JSON.stringify(body ?? {}) }),
  })
  const { value } = (await response.json()) as { value: Result & { error?: string; message?: string } }
  if (!response.ok) throw new Error(`WebKit: ${value.error}: ${value.message}`)
  return value
}

/** A session has one current window, so every call first makes this tab the current one. */
function createTab(session: Call, handle: string): DrivenTab {
  const call: Call = async (method, path, body) => {
    await session('POST', '/window', { handle })
    return await session(method, path, body)
  }
  const evaluate: DrivenTab['evaluate'] = async (work, ...args) => {
    const script = `const done = arguments[1];
      (${toSource(work)})(arguments[0]).then((json) => done({ json }), (error) => done({ error: String(error) }))`
    const result = await call<{ json: string; error?: string }>('POST', '/execute/async', {
      script,
      args: [JSON.stringify(args)],
    })
    if (result.error !== undefined) throw new Error(result.error)
    return JSON.parse(result.json)
  }
  async function perform(actions: readonly InputSource[]): Promise<void> {
    await call('POST', '/actions', { actions })
  }
  return {
    async goto(url) {
      await call('POST', '/url', { url })
    },
    async back() {
      await call('POST', '/back')
    },
    evaluate,
    perform,
    async type(words) {
      // As an input method writes. After a right click the driver's keys bring no Hangul any more.
      for (const part of words.split(/([^\x20-\x7e]+)/)) {
        if (/[^\x20-\x7e]/.test(part)) await evaluate((text) => document.execCommand('insertText', false, text), part)
        else if (part !== '') await perform([buildTyping(part)])
      }
    },
    async setFiles(value, paths) {
      const element = await call<Record<string, string>>('POST', '/element', { using: 'css selector', value })
      await call('POST', `/element/${element[elementKey]}/value`, { text: paths.join('\n') })
    },
    async resize(width, height) {
      await call('POST', '/window/rect', { x: 0, y: 0, width, height })
    },
    async screenshot() {
      return Buffer.from(await call<string>('GET', '/screenshot'), 'base64')
    },
    async close() {
      await call('DELETE', '/window')
    },
  }
}
