"""The workbench of the page: a rule file that is being written enters, a board to play on leaves.

`routes` has the web socket, whose `session` hands every text to worker processes (`workers` starts
and limits them, `worker` is what runs there): a file that never ends or fills the memory costs a
process, never the server.  In a worker, `bench` holds the match on the file as it stands,
`figures` plays at random, `changes` compares two versions, `variant` and `set_up` write rules.
"""
