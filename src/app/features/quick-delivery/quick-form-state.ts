import { useEffect, useState } from 'react'
import type { AnyRecord } from '#contract/books/field.ts'
import { canSave, emptyTexts, textsOf, type QuickTexts } from './quick-entry.ts'

/** Unsaved input: a new ride, and separately the record being edited, if any. */
export interface QuickDrafts {
  readonly newTexts: QuickTexts
  readonly edit: { readonly record: AnyRecord; readonly texts: QuickTexts } | null
}

export interface QuickForm {
  readonly drafts: QuickDrafts
  /** Texts currently shown. */
  readonly texts: QuickTexts
  /** The record being edited; null for a new one. */
  readonly edited: AnyRecord | null
  /** Whether there is unsaved input. */
  readonly isDirty: boolean
  readonly errors: Readonly<Record<string, string>>
  type(key: keyof QuickTexts, text: string): void
  setErrors(errors: Readonly<Record<string, string>>): void
  edit(record: AnyRecord): void
  /** Ends the edit and shows the unsaved new ride again. */
  endEdit(): void
  /** Clears the form for a new ride; keeps what was typed since `saved`. */
  startNew(saved?: QuickTexts): void
  /** Restores discarded input. */
  restore(drafts: QuickDrafts): void
}

const noDrafts: QuickDrafts = { newTexts: emptyTexts, edit: null }

/** Input survives a change of screens, but not a reload. */
const draftsByUser = new Map<string, QuickDrafts>()

export function useQuickForm(userId: string): QuickForm {
  const [drafts, setDrafts] = useState(() => draftsByUser.get(userId) ?? noDrafts)
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  useEffect(() => void draftsByUser.set(userId, drafts), [userId, drafts])
  function change(next: (before: QuickDrafts) => QuickDrafts) {
    setErrors({})
    setDrafts(next)
  }
  const texts = drafts.edit?.texts ?? drafts.newTexts
  return {
    drafts,
    texts,
    edited: drafts.edit?.record ?? null,
    isDirty: canSave(drafts.newTexts) || (drafts.edit !== null && isChanged(drafts.edit)),
    errors,
    type(key, text) {
      const { [key]: _settled, ...others } = errors
      setErrors(others)
      setDrafts((before) => typed(before, key, text))
    },
    setErrors,
    edit: (record) => change(({ newTexts }) => ({ newTexts, edit: { record, texts: textsOf(record) } })),
    endEdit: () => change(({ newTexts }) => ({ newTexts, edit: null })),
    startNew: (saved) =>
      change(({ newTexts }) => ({
        newTexts: saved === undefined || newTexts === saved ? emptyTexts : newTexts,
        edit: null,
      })),
    restore: (previous) => change(() => previous),
  }
}

function typed({ newTexts, edit }: QuickDrafts, key: keyof QuickTexts, text: string): QuickDrafts {
  if (edit) return { newTexts, edit: { ...edit, texts: { ...edit.texts, [key]: text } } }
  return { newTexts: { ...newTexts, [key]: text }, edit }
}

function isChanged({ record, texts }: NonNullable<QuickDrafts['edit']>): boolean {
  return JSON.stringify(texts) !== JSON.stringify(textsOf(record))
}
