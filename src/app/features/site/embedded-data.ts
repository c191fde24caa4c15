import { embeddedDataId, type EmbeddedData } from '#contract/site/public-page.ts'

/**
 * The response to a public call that came with the page: null if there is none on the server,
 * undefined if it has to be fetched.
 */
export type TakeEmbedded = (address: string) => unknown

/** Each response is used once, so that returning to a screen fetches it again. */
export function takeFrom(data: EmbeddedData): TakeEmbedded {
  const unusedData = new Map(Object.entries(data))
  return (address) => {
    const value = unusedData.get(address)
    unusedData.delete(address)
    return value
  }
}

/** Responses embedded in this document by the server. */
export function readEmbeddedData(): EmbeddedData {
  const text = document.getElementById(embeddedDataId)?.textContent
  const data: unknown = text ? JSON.parse(text) : {}
  return typeof data === 'object' && data !== null ? { ...data } : {}
}
