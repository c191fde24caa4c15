import { z } from 'zod'
import { buildDraftPrefix } from '#app/session/device-data/own-keys.ts'
import { createDeviceSetting, type DeviceSetting } from '#app/ui/browser/device-setting.ts'
import { parseStoredJson } from '#app/ui/browser/device-storage.ts'
import { postCategories } from '#contract/blog/blog-texts.ts'
import type { ManagedPost, PostFields } from '#contract/blog/blog.ts'
import { findResidentNumberError, maskResidentNumbers } from '#contract/person-numbers/resident-number.ts'

/** A post as edited in the form. */
export interface PostForm extends Omit<PostFields, 'tags' | 'state'> {
  /** As typed, separated by commas. */
  tags: string
}

export function createEmptyForm(authorName: string): PostForm {
  return {
    title: '',
    excerpt: '',
    category: 'registration',
    tags: '',
    markdown: '',
    image: null,
    image_alt: '',
    author_name: authorName,
    author_image: null,
  }
}

export function toPostForm(post: ManagedPost): PostForm {
  const { title, excerpt, category, markdown, image, image_alt, author_name, author_image } = post
  return { title, excerpt, category, markdown, image, image_alt, author_name, author_image, tags: post.tags.join(', ') }
}

export function toPostFields(form: PostForm, state: PostFields['state']): PostFields {
  return { ...form, state, tags: parseTags(form.tags) }
}

/** `#취득세, 증여 ,취득세` → 취득세, 증여. */
export function parseTags(text: string): string[] {
  const tags = text.split(/[,，\n]/).map((tag) => tag.trim().replace(/^#+\s*/, ''))
  return [...new Set(tags.filter((tag) => tag !== ''))]
}

const texts = ['title', 'excerpt', 'tags', 'markdown', 'image_alt', 'author_name'] as const

/** The form with every resident number masked. */
function maskForm(form: PostForm): PostForm {
  return { ...form, ...Object.fromEntries(texts.map((key) => [key, maskResidentNumbers(form[key])])) }
}

/** Error messages of texts that contain a resident number, by field. */
export function validateNumbers(form: PostForm): Record<string, string> {
  return Object.fromEntries(
    texts.flatMap((key) => {
      const error = findResidentNumberError(form[key])
      return error === null ? [] : [[key, error] as const]
    }),
  )
}

export function isSameForm(form: PostForm, other: PostForm): boolean {
  return JSON.stringify(toPostFields(form, 'draft')) === JSON.stringify(toPostFields(other, 'draft'))
}

/**
 * Unsaved text of a post, stored on this device per person and post, so that closing the window or
 * losing the network loses nothing.
 */
interface LocalDraft {
  form: PostForm
  /** Version of the post that the user started from; null for a new post. */
  version: number | null
  /** Idempotency key of a new post, so that repeated saves create only one. */
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

/**
 * Unsaved text of a post (`post`: its id, or `new`), with resident numbers masked; null when there
 * is none.
 */
export function openLocalDraft({ userId, post }: { userId: string; post: string }): DeviceSetting<LocalDraft | null> {
  return createDeviceSetting({
    key: buildDraftPrefix(userId) + post,
    parse: (text) => draftSchema.safeParse(parseStoredJson(text)).data ?? null,
    format: (draft) => (draft === null ? null : JSON.stringify({ ...draft, form: maskForm(draft.form) })),
  })
}
