import{d as n}from"/static/chunk-KLBH3O3H.js";function o(){return n("main",{})}export{o as Workbench};
