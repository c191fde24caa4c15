import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { type CollectionName, getBook } from '#contract/books/collections.ts'
import { listNameReferences } from '#contract/books/references.ts'
import { listPersonNames } from '#domain/text/person-name.ts'
import { compareKorean } from '#domain/text/search-text.ts'
import { useCompleteLists } from './use-complete-lists.ts'
import { useOfflineCopy } from './use-offline-copy.tsx'

/** Texts in use in the fields of a collection that suggest repeated values (`Field.repeats`). */
export interface UsedTexts {
  /**
   * Texts of one field: registered names (`Field.names`) first, then texts in use by frequency.
   * Undefined: the field has no suggestions.
   */
  textsOf(key: string): readonly string[] | undefined
  isRegistered(key: string, text: string): boolean
  /** Counts again: at once, or when the last count is a second old. */
  refresh(): void
}

const maxTexts = 200
const minAgeMs = 1000

/** Returns a new object whenever the texts change. */
export function useUsedTexts(collection: CollectionName): UsedTexts {
  const copy = useOfflineCopy()
  const fields = useMemo(() => getBook(collection).fields.filter(({ repeats }) => repeats), [collection])
  const references = useMemo(() => listNameReferences(collection), [collection])
  const lists = useCompleteLists(
    copy,
    useMemo(() => [...new Set(references.map(({ to }) => to))], [references]),
  )
  const [usedTexts, setUsed] = useState<Readonly<Record<string, readonly string[]>>>({})
  const countedAt = useRef(-Infinity)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  const countTexts = useCallback(async () => {
    clearTimeout(timer.current)
    countedAt.current = performance.now()
    const entries = fields.map(async ({ key }) => {
      const values = await copy.countValues({ collection, field: key, limit: maxTexts })
      return [key, values.map(({ label }) => label)] as const
    })
    // A closed or unreadable copy is reported elsewhere; there are just no new suggestions.
    await Promise.all(entries).then(
      (all) => setUsed(Object.fromEntries(all)),
      () => undefined,
    )
  }, [copy, collection, fields])
  useEffect(() => {
    void countTexts()
    return () => clearTimeout(timer.current)
  }, [countTexts])

  return useMemo(() => {
    const registered = new Map(
      references.map(({ key, to, labelKey }) => [key, lists[to].map((record) => String(record[labelKey] ?? ''))]),
    )
    const texts = new Map(
      fields.map(({ key, isPerson, firstTexts = [] }) => {
        const names = (registered.get(key) ?? []).toSorted(compareKorean)
        const usableTexts = [...names, ...(usedTexts[key] ?? [])].filter((text) => text !== '')
        const all = usableTexts.length === 0 ? firstTexts : usableTexts
        return [key, isPerson ? listPersonNames(all) : [...new Set(all)]]
      }),
    )
    return {
      textsOf: (key) => texts.get(key),
      isRegistered: (key, text) => registered.get(key)?.includes(text) === true,
      refresh: () => {
        clearTimeout(timer.current)
        timer.current = setTimeout(() => void countTexts(), countedAt.current + minAgeMs - performance.now())
      },
    }
  }, [fields, references, lists, usedTexts, countTexts])
}
