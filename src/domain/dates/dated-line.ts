/**
 * A line of prose that begins with a year or a day: `2024. 1. 5. 제정`, `1. 5. 시행`. In Markdown the
 * number would start a list.
 */
export const datedLine = /^(?:\d{3,}[.)](?:\s|$)|\d{1,2}\.\s*\d{1,2}\.(?!\d))/
