import type { ManagedPost, PostFields } from '#contract/blog.ts'
import { maskResidentNumbers, residentNumberFault } from '#contract/resident-number.ts'

/** What stands in the editor. */
export interface PostForm extends Omit<PostFields, 'tags' | 'state'> {
  /** As typed, separated by commas. */
  tags: string
}

export function emptyForm(authorName: string): PostForm {
  return {
    ...{ title: '', excerpt: '', category: 'registration', tags: '', markdown: '', image: null },
    author_name: authorName,
  }
}

export function formOf(post: ManagedPost): PostForm {
  const { title, excerpt, category, markdown, image, author_name } = post
  return { title, excerpt, category, markdown, image, author_name, tags: post.tags.join(', ') }
}

export function fieldsOf(form: PostForm, state: PostFields['state']): PostFields {
  return { ...form, state, tags: tagsOf(form.tags) }
}

/** `#취득세, 증여 ,취득세` → 취득세, 증여. */
export function tagsOf(text: string): string[] {
  const tags = text.split(/[,，\n]/).map((tag) => tag.trim().replace(/^#+\s*/, ''))
  return [...new Set(tags.filter((tag) => tag !== ''))]
}

const texts = ['title', 'excerpt', 'tags', 'markdown', 'author_name'] as const

/** The form with every resident number starred out. */
export function maskedForm(form: PostForm): PostForm {
  return { ...form, ...Object.fromEntries(texts.map((key) => [key, maskResidentNumbers(form[key])])) }
}

/** The texts that hold a resident number, each with what is said at it. */
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

/** The text with a picture put in at the place of the cursor, on lines of its own. */
export function withPicture(markdown: string, at: number, url: string): string {
  const [before, after] = [markdown.slice(0, at).trimEnd(), markdown.slice(at).trimStart()]
  const mark = `![그림 설명](${url})`
  return [before, mark, after].filter((part) => part !== '').join('\n\n')
}
