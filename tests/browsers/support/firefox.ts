import type { ChildProcess } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { requireFirefox } from '../../support/browsers/other-browsers.ts'
import { buildTyping, downloads, type DrivenTab, type InputSource, type Launch, printFile, toSource } from './driver.ts'
import { getPid, killGroup, spawnGroup } from './kill-group.ts'

/** Stock Firefox over WebDriver BiDi, which it serves itself on a WebSocket. */
export const launchFirefox: Launch = async (profile, { isPrivate }) => {
  mkdirSync(join(profile, downloads), { recursive: true })
  writeFileSync(join(profile, 'user.js'), listPreferences(profile, isPrivate))
  const args = ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port=0']
  const child = spawnGroup(requireFirefox(), args, {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, TZ: 'Asia/Seoul', LC_ALL: 'C.UTF-8' },
  })
  const connection = await connect(`${await readAddress(child)}/session`)
  const { call } = connection
  await call('session.new', {
    capabilities: { alwaysMatch: { unhandledPromptBehavior: { default: 'accept' }, acceptInsecureCerts: true } },
  })
  await call('session.subscribe', { events: ['log.entryAdded'] })
  // The address bar of Firefox's first window keeps the focus, so its page gets no focus events.
  const openTab = async () => {
    const { context } = await call<{ context: string }>('browsingContext.create', { type: 'window' })
    const tab = createTab(call, context)
    await tab.resize(1440, 900)
    return tab
  }
  const firstTab = await openTab()
  const { complaints } = connection
  return { firstTab, complaints, openTab, pid: getPid(child), kill: () => killGroup(child) }
}

function listPreferences(profile: string, isPrivate: boolean): string {
  const preferences = {
    // Tabs of one site would share a process, and could not be stopped alone.
    'dom.ipc.processCount.webIsolated': 4,
    'browser.privatebrowsing.autostart': isPrivate,
    'intl.accept_languages': 'ko-KR, ko',
    'ui.prefersReducedMotion': 1,
    // A mouse: fine (2) and able to hover (4). Without it, pages on a server see no pointer.
    'ui.primaryPointerCapabilities': 6,
    'ui.allPointerCapabilities': 6,
    'browser.download.folderList': 2,
    'browser.download.dir': join(profile, downloads),
    'browser.download.alwaysOpenPanel': false,
    'pdfjs.disabled': true,
    'browser.helperApps.neverAsk.saveToDisk': 'application/pdf',
    // Prints without a dialog, into a file.
    'print.always_print_silent': true,
    print_printer: 'Mozilla Save to PDF',
    'print.printer_Mozilla_Save_to_PDF.print_to_file': true,
    'print.printer_Mozilla_Save_to_PDF.print_to_filename': join(profile, downloads, printFile),
    // After a kill, Firefox would ask whether to bring the tabs back.
    'browser.sessionstore.resume_from_crash': false,
    'toolkit.startup.max_resumed_crashes': -1,
  }
  const lines = Object.entries(preferences).map(([name, value]) => `user_pref("${name}", ${JSON.stringify(value)});`)
  return lines.join('\n')
}

function readAddress(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = ''
    child.once('exit', (code) => reject(new Error(`Firefox ended with ${String(code)}:\n${output}`)))
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      output += text
      const address = /WebDriver BiDi listening on (ws:\S+)/.exec(output)?.[1]
      if (address) resolve(address)
    })
  })
}

type Call = <Result>(method: string, params: object) => Promise<Result>

interface Message {
  id?: number
  type: 'success' | 'error' | 'event'
  result?: unknown
  error?: string
  message?: string
  params?: {
    type?: string
    level?: string
    text?: string
    stackTrace?: { callFrames: { url: string; lineNumber: number; columnNumber: number }[] }
  }
}

/** Firefox reports these as script errors: a missing network, and pages without an icon. */
const failedLoads = /^Failed to load|^downloadable font|favicon[.]ico/

async function connect(address: string): Promise<{ call: Call; complaints: string[] }> {
  const socket = new WebSocket(address)
  const waiting = new Map<number, PromiseWithResolvers<unknown>>()
  const complaints: string[] = []
  socket.addEventListener('message', ({ data }) => {
    const message = JSON.parse(String(data)) as Message
    const { level, text = '', type, stackTrace } = message.params ?? {}
    const isComplaint = level === 'error' && type === 'javascript' && !failedLoads.test(text)
    const frames = stackTrace?.callFrames.map((frame) => `${frame.url}:${frame.lineNumber}:${frame.columnNumber}`) ?? []
    if (message.type === 'event' && isComplaint) complaints.push([text, ...frames].join('\n    '))
    const call = waiting.get(message.id ?? 0)
    if (message.type === 'success') call?.resolve(message.result)
    else call?.reject(new Error(`Firefox: ${message.error}: ${message.message}`))
  })
  socket.addEventListener('close', () => {
    for (const call of waiting.values()) call.reject(new Error('Firefox has ended'))
  })
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve)
    socket.addEventListener('error', reject)
  })
  let lastId = 0
  return {
    complaints,
    call: async <Result>(method: string, params: object) => {
      const id = (lastId += 1)
      const call = Promise.withResolvers<unknown>()
      waiting.set(id, call)
      socket.send(JSON.stringify({ id, method, params }))
      try {
        return (await call.promise) as Result
      } catch (error) {
        throw new Error(`${method} ${JSON.stringify(params).slice(0, 200)}`, { cause: error })
      } finally {
        waiting.delete(id)
      }
    },
  }
}

function createTab(call: Call, context: string): DrivenTab {
  async function perform(actions: readonly InputSource[]): Promise<void> {
    await call('browsingContext.activate', { context })
    await call('input.performActions', { context, actions })
  }
  return {
    async goto(url) {
      const navigate = () => call('browsingContext.navigate', { context, url, wait: 'complete' })
      // A page that changes its own URL at this moment aborts the navigation.
      await navigate().catch(navigate)
    },
    async back() {
      await call('browsingContext.traverseHistory', { context, delta: -1 })
    },
    async evaluate(work, ...args) {
      const { result, exceptionDetails } = await call<{
        result?: { value: string }
        exceptionDetails?: { text: string }
      }>('script.callFunction', {
        functionDeclaration: toSource(work),
        arguments: [{ type: 'string', value: JSON.stringify(args) }],
        target: { context },
        awaitPromise: true,
        userActivation: false,
      })
      if (!result) throw new Error(exceptionDetails?.text)
      return JSON.parse(result.value)
    },
    perform,
    type: (words) => perform([buildTyping(words)]),
    async setFiles(value, files) {
      const { nodes } = await call<{ nodes: { sharedId: string }[] }>('browsingContext.locateNodes', {
        context,
        locator: { type: 'css', value },
      })
      await call('input.setFiles', { context, element: { sharedId: nodes[0]?.sharedId }, files })
    },
    async resize(width, height) {
      await call('browsingContext.setViewport', { context, viewport: { width, height } })
    },
    async screenshot() {
      const { data } = await call<{ data: string }>('browsingContext.captureScreenshot', { context })
      return Buffer.from(data, 'base64')
    },
    async close() {
      await call('browsingContext.close', { context, promptUnload: false })
    },
  }
}
