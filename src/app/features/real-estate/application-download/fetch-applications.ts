import type { KyInstance } from 'ky'
import { z } from 'zod'
import { downloadApplicationPath, downloadApplicationWords } from '#contract/applications/application-forms.ts'

export interface ApplicationOrder {
  readonly property_ids: readonly string[]
  readonly with: { readonly cost_statement: boolean; readonly receipt: boolean }
}

/** The file, or the message of a failure; null if cancelled. */
export type FetchedApplications = { readonly file: Blob } | { readonly failure: string } | null

/** Fetches the filings of a few units at once while the user waits. */
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

/** The server's message takes precedence, even with status 200; without one the status decides. */
export async function readAnswer(status: number, body: Blob): Promise<Exclude<FetchedApplications, null>> {
  const message = body.type.includes('json') ? messageSchema.safeParse(await jsonOf(body)) : undefined
  if (message?.success) return { failure: message.data.message }
  if (status !== 200) return { failure: downloadApplicationWords.serverFailed(status) }
  if (message) return { failure: downloadApplicationWords.failed }
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
