/** Text with its search matches highlighted. */
export function FoundText({ text, matchRanges }: { text: string; matchRanges: string }) {
  const matches = matchRanges.split(',').map((match) => match.split('-').map(Number))
  return matches.flatMap(([from = 0, to = 0], index) => [
    text.slice(matches[index - 1]?.[1] ?? 0, from),
    <mark key={from} className="rounded-[2px] bg-warn-wash text-inherit shadow-[inset_0_-1px_0_var(--warn)]">
      {text.slice(from, to)}
    </mark>,
    index === matches.length - 1 ? text.slice(to) : '',
  ])
}
