import type { Post, PostList, PostSummary } from '#contract/blog/blog-public.ts'
import { isPostCategory } from '#contract/blog/blog-texts.ts'

/**
 * Type guards for the blog's public responses. Handwritten, because zod would be an eighth of a
 * visitor's download; a test compares them with the schemas of the contract.
 */
export function isPostList(data: unknown): data is PostList {
  return (
    isRecord(data) &&
    Array.isArray(data['results']) &&
    data['results'].every(isSummary) &&
    Number.isInteger(data['total_count']) &&
    Array.isArray(data['categories']) &&
    data['categories'].every(
      (entry) => isRecord(entry) && isPostCategory(entry['category']) && Number.isInteger(entry['count']),
    ) &&
    isNear(data['near']) &&
    (data['services'] === undefined || (Array.isArray(data['services']) && data['services'].every(isService)))
  )
}

/** Optional: a device may still have cached responses from before the blog had search. */
function isNear(near: unknown): boolean {
  if (near === undefined || near === null) return true
  return isRecord(near) && Number.isInteger(near['after']) && typeof near['says'] === 'string'
}

function isService(service: unknown): boolean {
  return (
    isRecord(service) &&
    typeof service['label'] === 'string' &&
    typeof service['href'] === 'string' &&
    isTextList(service['passage'])
  )
}

export function isPost(data: unknown): data is Post {
  return (
    isRecord(data) &&
    isSummary(data) &&
    'content' in data &&
    typeof data.content === 'string' &&
    'state' in data &&
    (data.state === 'draft' || data.state === 'published') &&
    'related' in data &&
    Array.isArray(data.related) &&
    data.related.every(isSummary)
  )
}

function isSummary(data: unknown): data is PostSummary {
  return (
    isRecord(data) &&
    ['id', 'title', 'excerpt'].every((key) => typeof data[key] === 'string') &&
    ['version', 'readingTime'].every((key) => Number.isInteger(data[key])) &&
    ['imageUrl', 'date', 'datetime'].every((key) => isTextOrNull(data[key])) &&
    (data['imageAlt'] === undefined || typeof data['imageAlt'] === 'string') &&
    isPostCategory(data['category']) &&
    isTextList(data['tags']) &&
    (data['passage'] === undefined || isTextList(data['passage'])) &&
    isRecord(data['author']) &&
    typeof data['author']['name'] === 'string' &&
    isTextOrNull(data['author']['imageUrl'])
  )
}

function isTextList(value: unknown): boolean {
  return Array.isArray(value) && value.every((text) => typeof text === 'string')
}

function isTextOrNull(value: unknown): boolean {
  return value === null || typeof value === 'string'
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
