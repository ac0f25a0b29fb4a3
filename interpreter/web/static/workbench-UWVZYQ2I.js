import{c as n}from"/static/chunk-VYPU6RRS.js";function o(){return n("main",{})}export{o as Workbench};
