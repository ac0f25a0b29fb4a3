"""The rules of a checked game in English sentences, for people who do not read rule files.

A model enters, Markdown leaves.  `sheet` writes the whole rule sheet; `expressions`, `statements`,
`turns` and `points` put the nodes of a model into words, and `words` holds the phrases of the
built-in names.  What has no words of its own stands as it is written in the file.
"""
