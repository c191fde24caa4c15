import { type PrivacyNoticeData, privacyPath } from '#contract/retention/privacy-notice.ts'
import type { LoaderOptions } from './read-blog.ts'

/** What /privacy shows; without a notice, the text alone. */
export interface PrivacyPageData {
  readonly notice: PrivacyNoticeData | null
}

/** The variable data of /privacy, embedded in the page or fetched; null without a response. */
export async function loadPrivacyNotice({ takeEmbedded, signal }: LoaderOptions): Promise<PrivacyNoticeData | null> {
  const embedded = takeEmbedded(privacyPath)
  return isPrivacyNoticeData(embedded) ? embedded : await fetchPrivacyNotice(signal)
}

/** The current notice from the server. */
export async function fetchPrivacyNotice(signal: AbortSignal): Promise<PrivacyNoticeData | null> {
  try {
    const response: unknown = await (await fetch(privacyPath, { signal })).json()
    return isPrivacyNoticeData(response) ? response : null
  } catch {
    return null
  }
}

/** A proxy or an older server may have responded with something that cannot be shown. */
function isPrivacyNoticeData(value: unknown): value is PrivacyNoticeData {
  if (typeof value !== 'object' || value === null) return false
  return 'kinds' in value && Array.isArray(value.kinds) && 'recipients' in value && Array.isArray(value.recipients)
}
