/**
 * Categories, addresses and numbers of the blog. Apart from the schemas, because visitors' pages need these and zod's core would be an eighth of all that a visitor
 * downloads (app/features/site/blog-shape.ts).
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

export function categoryLabel(category: PostCategory): string {
  return postCategories.find(({ value }) => value === category)?.label ?? category
}

export const blogPath = '/api/blog/posts/'
/** Pictures of posts; the address ends in the SHA-256 of what it shows. */
export const blogPicturePath = '/api/blog/pictures/'

/** Posts on one page of the public list. */
export const postsPerPage = 10

/** So many posts open without a network. */
export const postsKeptOffline = 20

/** The public call for one post. */
export function postAddress(id: string): string {
  return `${blogPath}${encodeURIComponent(id)}/`
}

/** Which part of the public list is asked for; the same question has the same address everywhere, because it is what devices keep the answer under. */
export function postListAddress({
  page = 1,
  category = null,
  tag = null,
}: {
  page?: number
  category?: PostCategory | null
  tag?: string | null
}): string {
  const question = [
    ...(page > 1 ? [`page=${page}`] : []),
    ...(category ? [`category=${category}`] : []),
    ...(tag ? [`tag=${encodeURIComponent(tag)}`] : []),
  ].join('&')
  return question === '' ? blogPath : `${blogPath}?${question}`
}
