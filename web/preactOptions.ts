import { Fragment, options, type VNode } from 'preact'

/**
 * Effects are done before the next key or press, as React has it, and not a frame later: one that brings a field to the
 * search would undo a letter that came in between.
 */
options.requestAnimationFrame = queueMicrotask

const inBrowser = typeof document !== 'undefined'

/**
 * Neighbouring texts are one node of the server's HTML and an empty one is none, while Preact has a node for each:
 * hydration would cut the server's, and with them what a visitor has selected. On both sides they are joined before
 * they are drawn.
 */
const next = options.vnode
options.vnode = vnode => {
  const { type, props } = vnode as VNode<{ children?: unknown; dangerouslySetInnerHTML?: { __html: string } }>
  if (typeof type === 'string' || type === Fragment) {
    if (Array.isArray(props.children)) props.children = joined(props.children)
    else if (props.children === '') props.children = null
  }
  // The browser's part of Preact draws no children of it, and hydration would take away the server's.
  if (type === 'noscript' && inBrowser) props.dangerouslySetInnerHTML = { __html: '' }
  next?.(vnode)
}

/** @returns as many children, each in its place: what went into the text before it leaves null */
function joined(children: unknown[]): unknown[] {
  let result = children
  let first = -1
  for (let i = 0; i < children.length; i++) {
    const child = children[i]
    const isText = typeof child === 'string' || typeof child === 'number'
    if (isText && (first >= 0 || child === '')) {
      // Of an element that is drawn again it is the same array.
      if (result === children) result = [...children]
      if (child !== '') result[first] = `${result[first]}${child}`
      result[i] = null
    } else if (isText) first = i
    else if (child !== null && child !== undefined && typeof child !== 'boolean') first = -1
  }
  return result
}
