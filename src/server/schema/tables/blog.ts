import type { Generated } from 'kysely'

export interface BlogPostTable {
  /** Stays within a JavaScript number; sent as text. */
  id: Generated<number>
  version: Generated<number>
  creation_key: string | null
  title: string
  excerpt: string
  category: string
  tags: string[]
  markdown: string
  html: string
  reading_minutes: number
  image: string | null
  image_alt: Generated<string>
  author_image: string | null
  author_name: string
  state: string
  published_at: string | null
  updated_by: string
  is_demo: Generated<boolean>
  inserted_at: Generated<string>
  updated_at: Generated<string>
}

export interface BlogPictureTable {
  /** SHA-256 of the bytes, hex. */
  id: string
  media_type: string
  bytes: Buffer
  width: number
  height: number
  inserted_at: Generated<string>
}
