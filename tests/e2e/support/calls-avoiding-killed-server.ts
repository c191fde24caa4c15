type Spare = <Result>(work: () => Promise<Result>) => Promise<Result>

const offices = new Map<string, Spare>()

/** From now on `avoidKilledServer(url, …)` uses `spare`. */
export function registerServerGuard(url: string, spare: Spare): void {
  offices.set(url, spare)
}

/**
 * For a test's plain calls and the page of demo accounts, which belongs to one process: no process
 * of a multi-process office is killed meanwhile. The app's own calls are never protected.
 */
export async function avoidKilledServer<Result>(url: string, work: () => Promise<Result>): Promise<Result> {
  const spare = offices.get(url)
  return spare ? await spare(work) : await work()
}
