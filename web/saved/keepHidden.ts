/**
 * Inline, right before a list of cards: the hidden ones are folded as they are read, before anything is painted, so
 * that nothing moves when the page comes alive. On a slow machine half of a list is painted before the rest is read.
 */
export const keepHidden = `try{var l=JSON.parse(localStorage.getItem('longlist.hidden')).items.map(h=>'[data-job="'+CSS.escape(h.slug)+'"]').join(),p=document.currentScript.parentNode,o=new MutationObserver(()=>{for(var c of p.querySelectorAll(l))c.dataset.hidden=''});if(l){o.observe(p,{childList:true,subtree:true});addEventListener('DOMContentLoaded',()=>o.disconnect())}}catch{}`

/** Inline, right after the header's link to what is saved: the link is there from the first look. */
export const keepCount = `try{var n=0;for(var k of['saved','searches'])n+=(JSON.parse(localStorage.getItem('longlist.'+k))||{items:[]}).items.length;if(n)document.currentScript.previousElementSibling.dataset.count=n}catch{}`
