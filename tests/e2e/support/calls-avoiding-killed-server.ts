type Spare = <Answer>(work: () => Promise<Answer>) => Promise<Answer>

const offices = new Map<string, Spare>()

/** From now on `avoidKilledServer(url, …)` uses `spare`. */
export function spareAt(url: string, spare: Spare): void {
  offices.set(url, spare)
}

/**
 * For a test's plain calls and the page of demo accounts, which belongs to one process: no process
 * of a multi-process office is killed meanwhile. The app's own calls are never protected.
 */
export async function avoidKilledServer<Answer>(url: string, work: () => Promise<Answer>): Promise<Answer> {
  const spare = offices.get(url)
  return spare ? await spare(work) : await work()
}
