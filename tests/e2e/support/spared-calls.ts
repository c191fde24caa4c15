type Spare = <Answer>(act: () => Promise<Answer>) => Promise<Answer>

const offices = new Map<string, Spare>()

/** From now on `spared(url, …)` goes by `spare`. */
export function spareAt(url: string, spare: Spare): void {
  offices.set(url, spare)
}

/**
 * What a test asks of an office by plain calls or at the page of the demo accounts, which is one process's own: no process of an office of several dies meanwhile. The app's
 * own calls are never spared.
 */
export async function spared<Answer>(url: string, act: () => Promise<Answer>): Promise<Answer> {
  const spare = offices.get(url)
  return spare ? await spare(act) : await act()
}
