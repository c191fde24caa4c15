import type { ImgHTMLAttributes } from 'react'
import type { PostSummary } from '#contract/blog/blog-public.ts'

type PostPictureProps = Pick<ImgHTMLAttributes<HTMLImageElement>, 'className' | 'loading' | 'decoding'> & {
  post: Pick<PostSummary, 'imageUrl' | 'imageAlt'>
  /** Reserves the space before the picture loads. */
  width: number
  height: number
}

/** Picture of a post; renders nothing without one. */
export function PostPicture({ post, className = '', ...size }: PostPictureProps) {
  if (post.imageUrl === null) return null
  return <img src={post.imageUrl} alt={post.imageAlt ?? ''} {...size} className={`border object-cover ${className}`} />
}
