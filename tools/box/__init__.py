"""The whole box in a virtual machine: installed, switched on, looked at, unplugged."""
