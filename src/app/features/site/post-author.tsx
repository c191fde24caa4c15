import type { PostSummary } from '#contract/blog-public.ts'
import { OfficeMark } from '#app/ui/display/office-mark.tsx'

/** Who wrote a post: their picture, or the office's mark in its place. The name says who it is, so the picture is decoration. */
export function PostAuthor({ author, size = 24 }: { author: PostSummary['author']; size?: number }) {
  return (
    <span className="inline-flex items-center gap-2">
      {author.imageUrl === null ? (
        <OfficeMark size={size} />
      ) : (
        <img
          src={author.imageUrl}
          alt=""
          width={size}
          height={size}
          decoding="async"
          loading="lazy"
          className="shrink-0 rounded-full border object-cover"
          style={{ width: size, height: size }}
        />
      )}
      {author.name}
    </span>
  )
}
