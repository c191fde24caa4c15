import type { ImgHTMLAttributes } from 'react'
import type { PostSummary } from '#contract/blog-public.ts'

type PostPictureProps = Pick<ImgHTMLAttributes<HTMLImageElement>, 'className' | 'loading' | 'decoding'> & {
  post: Pick<PostSummary, 'imageUrl' | 'imageAlt'>
  /** Its place is kept before it has come. */
  width: number
  height: number
}

/** What a post shows of itself; nothing for one without a picture. */
export function PostPicture({ post, className = '', ...size }: PostPictureProps) {
  if (post.imageUrl === null) return null
  return <img src={post.imageUrl} alt={post.imageAlt ?? ''} {...size} className={`border object-cover ${className}`} />
}
