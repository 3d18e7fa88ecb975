/**
 * Inline, right after a list of cards: the hidden ones are folded before anything is painted, so that nothing moves
 * when the page comes alive.
 */
export const keepHidden = `try{var l=JSON.parse(localStorage.getItem('longlist.hidden')).items;for(var c of document.currentScript.previousElementSibling.querySelectorAll('[data-job]'))if(l.some(h=>h.slug===c.dataset.job))c.dataset.hidden=''}catch{}`

/** Inline, right after the header's link to what is saved: the link is there from the first look. */
export const keepCount = `try{var n=0;for(var k of['saved','searches'])n+=(JSON.parse(localStorage.getItem('longlist.'+k))||{items:[]}).items.length;if(n)document.currentScript.previousElementSibling.dataset.count=n}catch{}`
