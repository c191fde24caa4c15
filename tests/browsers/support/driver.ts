/** One tab, as both protocols can drive it. `tab.ts` builds the steps of stories on it. */
export interface DrivenTab {
  goto(url: string): Promise<void>
  /** One page back in its history, as the browser's button does. */
  back(): Promise<void>
  /** Calls the function in the page; it may use nothing but its arguments, which travel as JSON. */
  evaluate<Args extends unknown[], Result>(
    work: (...args: Args) => Result | Promise<Result>,
    ...args: Args
  ): Promise<Result>
  /** Input sources with their actions: the same words in WebDriver and in WebDriver BiDi. */
  perform(sources: readonly InputSource[]): Promise<void>
  /** Types at the focus. */
  type(words: string): Promise<void>
  setFiles(css: string, paths: readonly string[]): Promise<void>
  resize(width: number, height: number): Promise<void>
  screenshot(): Promise<Buffer>
  close(): Promise<void>
}

export interface InputSource {
  type: 'key' | 'pointer' | 'wheel'
  id: string
  parameters?: { pointerType: 'mouse' | 'touch' }
  actions: readonly Readonly<Record<string, unknown>>[]
}

export interface RunningBrowser {
  readonly firstTab: DrivenTab
  openTab(): Promise<DrivenTab>
  /** Script errors and broken security rules of all its pages so far. */
  readonly complaints: readonly string[]
  /** Leader of the group of its processes. */
  readonly pid: number
  /** kill -9 of all its processes, so that nothing can be saved. */
  kill(): Promise<void>
}

/**
 * Starts the browser with this profile; the folder outlives its processes. `isPrivate`: its windows
 * are private ones, which keep nothing.
 */
export type Launch = (profile: string, options: { isPrivate: boolean }) => Promise<RunningBrowser>

/** Folder for downloads within a profile. */
export const downloads = 'downloads'

/** What the last page printed, in the folder for downloads. */
export const printFile = 'printed.pdf'

/** Time for a page to load or a script to answer, on a machine that does other work too. */
export const patienceMs = 120_000

/** The function as text that returns JSON, for protocols that take text. */
export function toSource(work: (...args: never[]) => unknown): string {
  return `async (json) => JSON.stringify((await (${String(work)})(...JSON.parse(json))) ?? null)`
}

/** A key per character. */
export function buildTyping(words: string): InputSource {
  const press = (value: string) => ['keyDown', 'keyUp'].map((type) => ({ type, value }))
  return { type: 'key', id: 'keyboard', actions: [...words].flatMap(press) }
}
