const storageKey = 'tab_name'
/** A reloaded page finds the lock of the page before it for a moment still taken. */
const patienceMs = 1_500

let claimed: Promise<string> | null = null

/**
 * Names this tab, the same after a reload. Session storage alone would not do: the browser copies it when a tab is duplicated or opens a window, and two tabs
 * would undo each other's acts; so a tab also holds a lock of its name, and whoever finds it taken is a copy and takes a name of its own.
 */
export function tabName(): Promise<string> {
  claimed ??= claim(sessionStorage.getItem(storageKey))
  return claimed
}

async function claim(known: string | null): Promise<string> {
  if (known !== null && (await hold(known, AbortSignal.timeout(patienceMs)))) return known
  const fresh = crypto.randomUUID()
  sessionStorage.setItem(storageKey, fresh)
  await hold(fresh, null)
  return fresh
}

/** Holds the lock for as long as the page lives; false when another tab has it. */
function hold(name: string, signal: AbortSignal | null): Promise<boolean> {
  return new Promise((resolve) => {
    const forever = () => {
      resolve(true)
      return new Promise<never>(() => undefined)
    }
    navigator.locks.request(`tab-${name}`, signal ? { signal } : {}, forever).catch(() => resolve(false))
  })
}
