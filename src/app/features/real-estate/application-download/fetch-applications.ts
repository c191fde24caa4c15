import type { KyInstance } from 'ky'
import { z } from 'zod'
import { downloadApplicationPath, downloadApplicationWords } from '#contract/application-forms.ts'

export interface ApplicationOrder {
  readonly property_ids: readonly string[]
  readonly with: { readonly cost_statement: boolean; readonly receipt: boolean }
}

/** The file, or why there is none in the words of spec 2 §8; null: given up. */
export type FetchedApplications = { readonly file: Blob } | { readonly failure: string } | null

/** The filings of a few units at once, while one waits. */
export async function fetchApplications(
  api: KyInstance,
  order: ApplicationOrder,
  signal: AbortSignal,
): Promise<FetchedApplications> {
  try {
    const answer = await api.post(downloadApplicationPath, {
      json: order,
      signal,
      timeout: maxMs,
      throwHttpErrors: false,
    })
    return await readAnswer(answer.status, await answer.blob())
  } catch {
    return signal.aborted ? null : { failure: downloadApplicationWords.failed }
  }
}

const maxMs = 120_000

/** What the server says counts most, also where it says so with 200; without words the status does. */
export async function readAnswer(status: number, body: Blob): Promise<Exclude<FetchedApplications, null>> {
  const said = body.type.includes('json') ? messageSchema.safeParse(await jsonOf(body)) : undefined
  if (said?.success) return { failure: said.data.message }
  if (status !== 200) return { failure: downloadApplicationWords.serverFailed(status) }
  if (said) return { failure: downloadApplicationWords.failed }
  return body.size === 0 ? { failure: downloadApplicationWords.nothingThere } : { file: body }
}

const messageSchema = z.object({ message: z.string().min(1) })

async function jsonOf(body: Blob): Promise<unknown> {
  try {
    return JSON.parse(await body.text())
  } catch {
    return null
  }
}
