const storageKey = 'tab_name'
/** A reloaded page waits for the page before it to let go of the name, on a busy tablet for some seconds. A frozen tab never answers and never lets go. */
const patienceMs = 15_000

let claimed: Promise<string> | null = null

/**
 * Names this tab, the same after a reload. Session storage alone would not do: the browser copies it when a tab is duplicated or opens a window, and two tabs
 * would undo each other's actions. So a tab also holds a lock of its name and answers for it; whoever hears the answer is a copy and takes a name of its own.
 */
export function tabName(): Promise<string> {
  claimed ??= claim(sessionStorage.getItem(storageKey))
  return claimed
}

async function claim(known: string | null): Promise<string> {
  const channel = new BroadcastChannel('tab-names')
  const name = known !== null && (await holdUnlessTaken(known, channel)) ? known : await takeFresh()
  channel.addEventListener('message', ({ data }) => {
    if (data === `whose ${name}`) channel.postMessage(`mine ${name}`)
  })
  return name
}

/** The page before a reload is gone and cannot answer, although its lock may still stand for a moment. */
async function holdUnlessTaken(name: string, channel: BroadcastChannel): Promise<boolean> {
  const taken = new AbortController()
  const hear = ({ data }: MessageEvent<unknown>) => data === `mine ${name}` && taken.abort()
  channel.addEventListener('message', hear)
  channel.postMessage(`whose ${name}`)
  const isHeld = await hold(name, AbortSignal.any([taken.signal, AbortSignal.timeout(patienceMs)]))
  channel.removeEventListener('message', hear)
  return isHeld
}

async function takeFresh(): Promise<string> {
  const fresh = crypto.randomUUID()
  sessionStorage.setItem(storageKey, fresh)
  await hold(fresh, null)
  return fresh
}

/** Holds the lock for as long as the page lives; false when it was not had in time. */
function hold(name: string, signal: AbortSignal | null): Promise<boolean> {
  return new Promise((resolve) => {
    const forever = () => {
      resolve(true)
      return new Promise<never>(() => undefined)
    }
    navigator.locks.request(`tab-${name}`, signal ? { signal } : {}, forever).catch(() => resolve(false))
  })
}
