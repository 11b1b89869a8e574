/** Search engines must not list the page, because its address alone opens it. React moves the tag into the head. */
export function NoIndex() {
  return <meta name="robots" content="noindex" />
}
