/**
 * Categories, paths and limits of the blog. Kept apart from the schemas because visitors' pages
 * need them, and zod's core would be an eighth of a visitor's download.
 */
export const postCategories = [
  { value: 'registration', label: '부동산 등기' },
  { value: 'tax', label: '세금' },
  { value: 'deposit', label: '공탁' },
  { value: 'lease', label: '주택임대차' },
  { value: 'corporate', label: '법인 등기' },
  { value: 'civil', label: '민사' },
  { value: 'office', label: '사무소 소식' },
] as const
export type PostCategory = (typeof postCategories)[number]['value']

export function isPostCategory(value: unknown): value is PostCategory {
  return postCategories.some((category) => category.value === value)
}

export function getCategoryLabel(category: PostCategory): string {
  return postCategories.find(({ value }) => value === category)?.label ?? category
}

export const blogPath = '/api/blog/posts/'
/** Pictures of posts. The file name is the SHA-256 of the content. */
export const blogPicturePath = '/api/blog/pictures/'

/** Posts on one page of the public list. */
export const postsPerPage = 10

/** Number of posts readable offline. */
export const postsKeptOffline = 20

/** Path of the public call for one post. */
export function buildPostPath(id: string): string {
  return `${blogPath}${encodeURIComponent(id)}/`
}

/**
 * Path of the public list with these filters. Equal queries give equal paths, because devices cache
 * the response by path.
 */
export function buildPostListPath({
  page = 1,
  category = null,
  tag = null,
  search = null,
}: {
  page?: number
  category?: PostCategory | null
  tag?: string | null
  search?: string | null
}): string {
  const params = [
    ...(page > 1 ? [`page=${page}`] : []),
    ...(category ? [`category=${category}`] : []),
    ...(tag ? [`tag=${encodeURIComponent(tag)}`] : []),
    ...(search ? [`search=${encodeURIComponent(search)}`] : []),
  ].join('&')
  return params === '' ? blogPath : `${blogPath}?${params}`
}
