import { categoryLabel } from '#contract/blog-words.ts'
import { pageTitle } from './page-facts.ts'
import type { BlogQuestion } from './read-blog.ts'

/** What a part of the blog's list is called: each page, category and tag has an address of its own, so each has a title of its own. */
export function blogTitle({ page, category, tag }: BlogQuestion): string {
  return [
    ...(tag ? [`#${tag}`] : []),
    ...(category ? [categoryLabel(category)] : []),
    ...(page > 1 ? [`${page}페이지`] : []),
    pageTitle('/blog'),
  ].join(' · ')
}
