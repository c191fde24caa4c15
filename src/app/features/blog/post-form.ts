import type { ManagedPost, PostFields } from '#contract/blog/blog.ts'
import { maskResidentNumbers, residentNumberFault } from '#contract/numbers/resident-number.ts'

/** State of the editor. */
export interface PostForm extends Omit<PostFields, 'tags' | 'state'> {
  /** As typed, separated by commas. */
  tags: string
}

export function emptyForm(authorName: string): PostForm {
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

export function formOf(post: ManagedPost): PostForm {
  const { title, excerpt, category, markdown, image, image_alt, author_name, author_image } = post
  return { title, excerpt, category, markdown, image, image_alt, author_name, author_image, tags: post.tags.join(', ') }
}

export function fieldsOf(form: PostForm, state: PostFields['state']): PostFields {
  return { ...form, state, tags: tagsOf(form.tags) }
}

/** `#취득세, 증여 ,취득세` → 취득세, 증여. */
export function tagsOf(text: string): string[] {
  const tags = text.split(/[,，\n]/).map((tag) => tag.trim().replace(/^#+\s*/, ''))
  return [...new Set(tags.filter((tag) => tag !== ''))]
}

const texts = ['title', 'excerpt', 'tags', 'markdown', 'image_alt', 'author_name'] as const

/** The form with every resident number masked. */
export function maskedForm(form: PostForm): PostForm {
  return { ...form, ...Object.fromEntries(texts.map((key) => [key, maskResidentNumbers(form[key])])) }
}

/** Error messages of texts that contain a resident number, by field. */
export function numberFaultsOf(form: PostForm): Record<string, string> {
  return Object.fromEntries(
    texts.flatMap((key) => {
      const fault = residentNumberFault(form[key])
      return fault === null ? [] : [[key, fault] as const]
    }),
  )
}

export function isSameForm(one: PostForm, other: PostForm): boolean {
  return JSON.stringify(fieldsOf(one, 'draft')) === JSON.stringify(fieldsOf(other, 'draft'))
}
