import type { AnyRecord } from '#contract/records/field.ts'
import { compileSearch, matchesSearch, type Search } from '#domain/search-text.ts'
import { searchTextOfRecord } from '../store/search-texts.ts'
import { scanBlock } from './block-scan.ts'
import type { Collection, Collections } from './collection.ts'
import { referredRecord } from './field-view.ts'

type Word = Search['words'][number]

export interface Searcher {
  /** Clears the marks of slots that the words in the search box do not find, in the record itself or in the records it refers to. */
  search(text: string, mask: Uint8Array): void
  finds(text: string, record: AnyRecord): boolean
}

/**
 * Search over all records of a collection. Every word typed is looked up in whole blocks at once. Nothing is kept between two keys but what was found for a
 * word that the new one goes on from: whatever it finds lies within that.
 */
export function createSearcher(collections: Collections, collection: Collection): Searcher {
  const { table, columns } = collection
  const changedTexts = new Map<number, string>()
  const references = table.description.fields.filter((field) => field.kind === 'reference' && field.refers)
  table.onChange({ slotChanged: (slot) => void changedTexts.delete(slot), grown: () => undefined })

  function textAt(slot: number): string {
    const kept = changedTexts.get(slot)
    if (kept !== undefined) return kept
    const record = table.seenAt(slot)
    const text = record ? searchTextOfRecord(table.description, record) : ''
    changedTexts.set(slot, text)
    return text
  }

  function scanOwn(word: Word, found: Uint8Array): void {
    for (const { start, block } of table.segments) {
      scanBlock(block.search, word, found.subarray(start, start + block.count))
    }
    const search = { words: [word] }
    for (const slot of table.replacedSlots()) found[slot] = matchesSearch(textAt(slot), search) ? 1 : 0
  }

  function scanReferred(word: Word, found: Uint8Array): void {
    for (const field of references) {
      const column = columns.column(field.key)
      const referred = collections.get(field.refers?.collection ?? '')
      if (column?.kind !== 'coded' || !referred) continue
      const accepted = Uint8Array.from(column.values, (id) => (isFoundIn(referred, id, word) ? 1 : 0))
      if (!accepted.includes(1)) continue
      for (let slot = 0; slot < found.length; slot++) {
        found[slot] = (found[slot] ?? 0) | (accepted[column.codes[slot] ?? 0] ?? 0)
      }
    }
  }

  return {
    search(text, mask) {
      for (const word of compileSearch(text).words) {
        const found = new Uint8Array(mask.length)
        scanOwn(word, found)
        scanReferred(word, found)
        for (let slot = 0; slot < mask.length; slot++) mask[slot] = (mask[slot] ?? 0) & (found[slot] ?? 0)
      }
    },
    finds(text, record) {
      const texts = [searchTextOfRecord(table.description, record)]
      for (const field of references) {
        const referred = collections.get(field.refers?.collection ?? '')
        const id = record[field.key]
        const target = referred && typeof id === 'string' ? referredRecord(referred, id) : null
        if (referred && target) texts.push(searchTextOfRecord(referred.table.description, target))
      }
      return compileSearch(text).words.every((word) => texts.some((each) => matchesSearch(each, { words: [word] })))
    },
  }
}

function isFoundIn(referred: Collection, id: string | null, word: Word): boolean {
  const record = referredRecord(referred, id)
  return record !== null && matchesSearch(searchTextOfRecord(referred.table.description, record), { words: [word] })
}
