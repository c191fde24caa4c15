import type { PostSummary } from '#contract/blog/blog-public.ts'
import { OfficeMark } from '#app/ui/display/office-mark.tsx'

/**
 * Author of a post with a picture, or the office's logo instead. The picture is decorative, because
 * the name is next to it.
 */
export function PostAuthor({ author }: { author: PostSummary['author'] }) {
  return (
    <span className="inline-flex items-center gap-2">
      {author.imageUrl === null ? (
        <OfficeMark size={24} />
      ) : (
        <img
          src={author.imageUrl}
          alt=""
          width={24}
          height={24}
          decoding="async"
          loading="lazy"
          className="size-6 shrink-0 rounded-full border object-cover"
        />
      )}
      {author.name}
    </span>
  )
}
