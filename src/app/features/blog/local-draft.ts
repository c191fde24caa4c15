import { z } from 'zod'
import { draftPrefix } from '#app/session/own-keys.ts'
import { postCategories } from '#contract/blog/blog-words.ts'
import { maskedForm, type PostForm } from './post-form.ts'

/**
 * Unsaved text of a post, stored on this device per person and post, so that closing the window or
 * losing the network loses nothing.
 */
export interface LocalDraft {
  form: PostForm
  /** The post's version it was typed on; null for a new post. */
  version: number | null
  /** For a new post: the key that makes repeated saves create one post. */
  creationKey: string
}

const draftSchema: z.ZodType<LocalDraft> = z.object({
  form: z.object({
    title: z.string(),
    excerpt: z.string(),
    tags: z.string(),
    markdown: z.string(),
    author_name: z.string(),
    category: z.enum(postCategories.map(({ value }) => value)),
    image: z.string().nullable(),
    image_alt: z.string().default(''),
    author_image: z.string().nullable().default(null),
  }),
  version: z.int().nullable(),
  creationKey: z.string(),
})

/** `post`: its id, or `new`. */
export interface DraftKey {
  userId: string
  post: string
}

export function readDraft(storage: Storage, draftKey: DraftKey): LocalDraft | null {
  try {
    return draftSchema.parse(JSON.parse(storage.getItem(keyOf(draftKey)) ?? 'null'))
  } catch {
    // No draft, one in an old format, or storage is unavailable.
    return null
  }
}

/** Returns false if storage failed. Resident numbers are stored masked. */
export function saveDraft(storage: Storage, draftKey: DraftKey, draft: LocalDraft): boolean {
  try {
    storage.setItem(keyOf(draftKey), JSON.stringify({ ...draft, form: maskedForm(draft.form) }))
    return true
  } catch {
    return false
  }
}

export function removeDraft(storage: Storage, draftKey: DraftKey): void {
  try {
    storage.removeItem(keyOf(draftKey))
  } catch {
    // Without storage there is nothing to remove.
  }
}

function keyOf({ userId, post }: DraftKey): string {
  return draftPrefix(userId) + post
}
