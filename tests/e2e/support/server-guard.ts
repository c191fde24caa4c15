type ServerGuard = <Result>(work: () => Promise<Result>) => Promise<Result>

const guardsByUrl = new Map<string, ServerGuard>()

/** From now on `avoidKilledServer(url, …)` uses `guard`. */
export function registerServerGuard(url: string, guard: ServerGuard): void {
  guardsByUrl.set(url, guard)
}

/**
 * For a test's plain calls and the page of demo accounts, which belongs to one process: no process
 * of a multi-process office is killed meanwhile. The app's own calls are never protected.
 */
export async function avoidKilledServer<Result>(url: string, work: () => Promise<Result>): Promise<Result> {
  const guard = guardsByUrl.get(url)
  return guard ? await guard(work) : await work()
}
